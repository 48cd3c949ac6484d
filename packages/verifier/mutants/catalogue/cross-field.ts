import { contentsOf, editContents, refuseIf, someContent } from '../changes.ts';
import type { Mutant } from '../mutant.ts';
import { without } from '../proxy/wire.ts';
import { chat, image, place, scheduling, text, twoStages } from '../witness/requests.ts';
import { mutantsOf } from './mutants-of.ts';

const code = 'mm-api-options-invalid-combination';
const comment = 'Cannot use messageActivitySharing=true when useMarketingMessagesApi=false';
const route: Mutant['clauses'] = [
  '2.2/messageActivitySharing-needs-route',
  '7.1/mm-api-options-invalid-combination',
  '7.1/optimisation-route',
];

const crossField = mutantsOf('cross-field');

export const crossFieldMutants: readonly Mutant[] = [
  crossField`sharing-off-route: Lets messages off the marketing route share activity [${route}]`(
    editContents((content) =>
      content.useMarketingMessagesApi === false ? without(content, 'messageActivitySharing') : content,
    ),
    [
      () => chat(text({ useMarketingMessagesApi: false, messageActivitySharing: true })),
      `400 ${code}`,
      'accepted',
    ],
  ),
  crossField`sharing-without-route: Looks at the combination only if the route is named [2.2/messageActivitySharing-needs-route]`(
    editContents((content) =>
      content.useMarketingMessagesApi === undefined ? without(content, 'messageActivitySharing') : content,
    ),
    [() => chat(text({ messageActivitySharing: true })), `400 ${code}`, 'accepted'],
  ),
  crossField`sharing-on-route: Refuses shared activity on the marketing route, too [${route}]`(
    refuseIf(
      someContent(
        (content) => content.messageActivitySharing === true && content.useMarketingMessagesApi === true,
      ),
      code,
      comment,
    ),
    [
      () => chat(text({ useMarketingMessagesApi: true, messageActivitySharing: true })),
      'accepted',
      `400 ${code}`,
    ],
  ),
  crossField`no-sharing-off-route: Refuses the option even where it is off [2.2/messageActivitySharing]`(
    refuseIf(
      someContent((content) => content.messageActivitySharing === false),
      code,
      comment,
    ),
    [() => chat(text({ messageActivitySharing: false })), 'accepted', `400 ${code}`],
  ),
  crossField`route-needs-sharing: Wants the marketing route only together with sharing [2.2/useMarketingMessagesApi]`(
    refuseIf(
      someContent(
        (content) => content.useMarketingMessagesApi === true && content.messageActivitySharing !== true,
      ),
      code,
      comment,
    ),
    [() => chat(text({ useMarketingMessagesApi: true })), 'accepted', `400 ${code}`],
  ),
  crossField`text-for-all: Wants a text of pictures as well [2.2/text]`(
    refuseIf(
      someContent(({ contentType, text: said }) => contentType === 'IMAGE' && said === undefined),
      'text-not-specified',
    ),
    [() => chat(image({ caption: 'Your shoe' })), 'accepted', '400 text-not-specified'],
  ),
  crossField`caption-for-text: Wants a caption of texts as well [2.2/caption]`(
    refuseIf(
      someContent(({ contentType, caption }) => contentType === 'TEXT' && caption === undefined),
      'caption-not-specified',
    ),
    [() => scheduling(), 'accepted', '400 caption-not-specified'],
  ),
  crossField`name-for-picture: Wants a name of every attached file [2.2/attachmentName]`(
    refuseIf(
      someContent(
        ({ contentType, attachmentName }) => contentType === 'IMAGE' && attachmentName === undefined,
      ),
      'attachmentName-not-specified',
    ),
    [() => chat(image({ caption: 'Your shoe' })), 'accepted', '400 attachmentName-not-specified'],
  ),
  crossField`text-at-place: Wants no coordinates but those of a text [2.2/latitude, 2.2/longitude]`(
    refuseIf(
      someContent(({ contentType, latitude }) => contentType === 'LOCATION' && typeof latitude === 'number'),
      'text-not-specified',
    ),
    [() => chat(place({ latitude: 52.52, longitude: 13.405 })), 'accepted', '400 text-not-specified'],
  ),
  crossField`channels-alike: Wants all channels to say the same [1/request-names]`(
    refuseIf(
      (body) => new Set(contentsOf(body).map(([, content]) => content.text)).size > 1,
      'matched-template-not-found',
    ),
    [
      () => scheduling({ cascadeId: twoStages, content: { chatoneContent: text(), chattwoContent: text() } }),
      'accepted',
      '400 matched-template-not-found',
    ],
  ),
];
