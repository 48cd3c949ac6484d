import { randomUUID } from 'node:crypto';
import {
  acceptInsteadOf,
  answers,
  contentsOf,
  eachButton,
  eachItem,
  editBody,
  editContents,
  fill,
  refuseIf,
  someContent,
} from '../changes.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { codeOf, isObject, type Json, type JsonObject, without } from '../proxy/wire.ts';
import {
  chat,
  document,
  image,
  members,
  picker,
  place,
  scheduling,
  text,
  twoStages,
} from '../witness/requests.ts';
import type { Ask } from '../witness/witness.ts';
import { mutantsOf } from './mutants-of.ts';

const isAbsent = (value: Json | undefined): boolean => value === undefined;
const isEmpty = (value: Json | undefined): boolean => value === '';
const malformed = '400 matched-template-not-found';

/** A check that is not made: what is missing passes. */
const required = mutantsOf(
  'required',
  (change: MakeChange, [ask, refusal]: readonly [ask: Ask, refusal: string]) => [
    change,
    [ask, refusal, 'accepted'],
  ],
);

const bare =
  (name: string): Ask =>
  () => ({ ...scheduling(), body: without(members(), name) });
const button = { type: 'URL', text: 'Track it' };

function editSubscriber(name: string, value: string): MakeChange {
  return editBody((body) => {
    const { subscriberFilter } = body;
    if (!isObject(subscriberFilter)) return body;
    return { ...body, subscriberFilter: fill(name, isAbsent, value)(subscriberFilter) };
  });
}

export const requiredMutants: readonly Mutant[] = [
  required`request-id: Makes up a missing requestId [2.1/requestId, 4.1/request-body]`(
    editBody((body) => fill('requestId', isAbsent, randomUUID())(body)),
    [bare('requestId'), malformed],
  ),
  required`cascade-id: Takes a request that names no cascade [2.1/cascadeId, 1/request-names]`(
    acceptInsteadOf('matched-template-not-found', (body) => body.cascadeId === undefined),
    [bare('cascadeId'), malformed],
  ),
  required`subscriber-filter: Accepts a message without subscriber [2.1/subscriberFilter, 1/request-names]`(
    editBody(fill('subscriberFilter', isAbsent, { address: '+12025550100', type: 'PHONE' })),
    [bare('subscriberFilter'), malformed],
  ),
  required`address: Takes a subscriber without address [2.1/address]`(
    editSubscriber('address', '+12025550100'),
    [() => scheduling({ subscriberFilter: { type: 'PHONE' } }), malformed],
  ),
  required`address-type: Takes PHONE for granted [2.1/type]`(editSubscriber('type', 'PHONE'), [
    () => scheduling({ subscriberFilter: { address: '+12025550100' } }),
    malformed,
  ]),
  required`content: Takes a request without content [2.1/content, 7.1/content-not-specified]`(
    acceptInsteadOf('content-not-specified', (body) => body.content === undefined),
    [bare('content'), '400 content-not-specified'],
  ),
  required`content-empty: Takes content that names nothing [2.1/content-rule-4, 7.1/content-not-specified]`(
    acceptInsteadOf('content-not-specified', (body) => body.content !== undefined),
    [() => scheduling({ content: {} }), '400 content-not-specified'],
  ),
  required`content-type: Takes what has no contentType for TEXT [2.2/contentType, 2.2/contentType-missing, 7.1/contentType-not-specified]`(
    editContents(fill('contentType', isAbsent, 'TEXT')),
    [() => scheduling({ content: { smsContent: { text: 'Hi' } } }), '400 contentType-not-specified'],
  ),
  required`text: Takes a text message without text [2.2/text, 7.1/text-not-specified]`(
    editContents((content) =>
      content.contentType === 'TEXT' ? fill('text', isAbsent, ' ')(content) : content,
    ),
    [() => scheduling({ content: { smsContent: { contentType: 'TEXT' } } }), '400 text-not-specified'],
  ),
  required`text-empty: Takes an empty text [2.2/text-empty, 7.1/text-not-specified]`(
    editContents(fill('text', isEmpty, ' ')),
    [() => scheduling({ content: { smsContent: text({ text: '' }) } }), '400 text-not-specified'],
  ),
  required`caption: Takes a button content without caption [2.2/caption, 7.1/caption-not-specified]`(
    editContents((content) =>
      content.contentType === 'BUTTON' ? fill('caption', isAbsent, ' ')(content) : content,
    ),
    [() => chat({ contentType: 'BUTTON', action: 'open' }), '400 caption-not-specified'],
  ),
  required`caption-empty: Takes an empty caption [2.2/caption-empty, 7.1/caption-not-specified]`(
    editContents(fill('caption', isEmpty, ' ')),
    [() => chat(image({ caption: '' })), '400 caption-not-specified'],
  ),
  required`action: Takes a button content without action [2.2/action, 7.1/action-not-specified]`(
    editContents((content) =>
      content.contentType === 'BUTTON' ? fill('action', isAbsent, 'open')(content) : content,
    ),
    [() => chat({ contentType: 'BUTTON', caption: 'Track it' }), '400 action-not-specified'],
  ),
  required`button-action: Takes buttons that do nothing [2.2/action-missing, 7.1/action-not-specified]`(
    editContents(eachButton(fill('action', isAbsent, 'open'))),
    [() => chat(text({ buttons: [button] })), '400 action-not-specified'],
  ),
  required`second-button-action: Looks for the action of the first button only [2.2/action-missing]`(
    editContents(eachButton((one, at) => (at === 0 ? one : fill('action', isAbsent, 'open')(one)))),
    [() => chat(text({ buttons: [{ ...button, action: 'open' }, button] })), '400 action-not-specified'],
  ),
  required`attachment-name: Takes a document without name [2.2/attachmentName, 2.2/attachmentName-missing, 7.1/attachmentName-not-specified]`(
    editContents((content) =>
      content.contentType === 'DOCUMENT' ? fill('attachmentName', isAbsent, 'document')(content) : content,
    ),
    [() => chat(document()), '400 attachmentName-not-specified'],
  ),
  required`latitude: Takes a longitude alone [2.2/latitude, 2.2/latitude-missing, 7.1/latitude-not-specified]`(
    editContents((content) =>
      content.longitude === undefined ? content : fill('latitude', isAbsent, 0)(content),
    ),
    [() => chat(place({ longitude: 13.405 })), '400 latitude-not-specified'],
  ),
  required`longitude: Takes a latitude alone [2.2/longitude, 2.2/longitude-missing, 7.1/longitude-not-specified]`(
    editContents((content) =>
      content.latitude === undefined ? content : fill('longitude', isAbsent, 0)(content),
    ),
    [() => chat(place({ latitude: 52.52 })), '400 longitude-not-specified'],
  ),
];

const type = mutantsOf('type');

/** A value of the wrong type passes. */
const lax = mutantsOf('type', (change: MakeChange, ask: Ask) => [change, [ask, malformed, 'accepted']]);

/** Turns a number into text. */
function asText(name: string): (object: JsonObject) => JsonObject {
  return coerced(name, (value) => (typeof value === 'number' ? String(value) : value));
}

/** Turns digits into a number. */
function asNumber(name: string): (object: JsonObject) => JsonObject {
  return coerced(name, (value) => (typeof value === 'string' && value !== '' ? Number(value) : value));
}

/** Turns the words into the values. */
function asBoolean(name: string): (object: JsonObject) => JsonObject {
  return coerced(name, (value) => (value === 'true' ? true : value === 'false' ? false : value));
}

function coerced(name: string, coerce: (value: Json) => Json): (object: JsonObject) => JsonObject {
  return (object) => {
    const { [name]: value } = object;
    return value === undefined ? object : { ...object, [name]: coerce(value) };
  };
}

function coerceSubscriber(name: string): MakeChange {
  return editBody((body) =>
    isObject(body.subscriberFilter)
      ? { ...body, subscriberFilter: asText(name)(body.subscriberFilter) }
      : body,
  );
}

export const typeMutants: readonly Mutant[] = [
  lax`cascade-id: Takes a cascadeId in quotes [2.1/cascadeId]`(editBody(asNumber('cascadeId')), () =>
    scheduling({ cascadeId: '2002' }),
  ),
  lax`cascade-id-fraction: Cuts a cascadeId down to an integer [2.1/cascadeId]`(
    editBody(coerced('cascadeId', (id) => (typeof id === 'number' ? Math.trunc(id) : id))),
    () => scheduling({ cascadeId: 2002.5 }),
  ),
  lax`request-id: Takes a number for a requestId [2.1/requestId]`(
    acceptInsteadOf('matched-template-not-found', ({ requestId }) => typeof requestId === 'number'),
    () => scheduling({ requestId: 4821 }),
  ),
  lax`subscriber-filter: Takes the address itself for the filter [2.1/subscriberFilter]`(
    editBody(
      coerced('subscriberFilter', (filter) =>
        typeof filter === 'string' ? { address: filter, type: 'PHONE' } : filter,
      ),
    ),
    () => scheduling({ subscriberFilter: '+12025550100' }),
  ),
  lax`address: Takes a number for an address [2.1/address]`(coerceSubscriber('address'), () =>
    scheduling({ subscriberFilter: { address: 12025550100, type: 'PHONE' } }),
  ),
  lax`address-type: Takes a number for the kind of address [2.1/type]`(coerceSubscriber('type'), () =>
    scheduling({ subscriberFilter: { address: '+12025550100', type: 1 } }),
  ),
  lax`content: Takes content in a list [2.1/content]`(
    editBody(coerced('content', (content) => (Array.isArray(content) ? (content[0] ?? {}) : content))),
    () => scheduling({ content: [{ smsContent: text() }] }),
  ),
  lax`content-type: Takes a number for a contentType [2.2/contentType]`(
    editContents(asText('contentType')),
    () => chat({ contentType: 7 }),
  ),
  lax`text: Takes a number for a text [2.2/text]`(editContents(asText('text')), () =>
    scheduling({ content: { smsContent: text({ text: 4821 }) } }),
  ),
  lax`caption: Takes a number for a caption [2.2/caption]`(editContents(asText('caption')), () =>
    chat(image({ caption: 4821 })),
  ),
  lax`attachment-name: Takes a number for a name [2.2/attachmentName]`(
    editContents(asText('attachmentName')),
    () => chat(document({ attachmentName: 4821 })),
  ),
  lax`latitude: Takes a latitude in quotes [2.2/latitude]`(editContents(asNumber('latitude')), () =>
    chat(place({ latitude: '52.52', longitude: 13.405 })),
  ),
  lax`longitude: Takes a longitude in quotes [2.2/longitude]`(editContents(asNumber('longitude')), () =>
    chat(place({ latitude: 52.52, longitude: '13.405' })),
  ),
  lax`list-picker-title: Takes a number for a title [2.2/listPicker-title]`(
    editContents(eachItem(asText('title'))),
    () => chat(picker([{ title: 4821 }])),
  ),
  lax`list-picker-subtitle: Takes a number for a subtitle [2.2/listPicker-subtitle]`(
    editContents(eachItem(asText('subtitle'))),
    () => chat(picker([{ title: 'Today', subtitle: 4821 }])),
  ),
  lax`buttons: Takes one button that is not in a collection [2.2/buttons]`(
    editContents(coerced('buttons', (value) => (isObject(value) ? [value] : value))),
    () => chat(text({ buttons: { type: 'URL', action: 'open' } })),
  ),
  lax`payload: Takes a number for a payload [2.2/payload]`(editContents(eachButton(asText('payload'))), () =>
    chat(text({ buttons: [{ type: 'QUICK_REPLY', action: 'reply', payload: 4821 }] })),
  ),
  lax`marketing-route: Takes "true" for true [2.2/useMarketingMessagesApi]`(
    editContents(asBoolean('useMarketingMessagesApi')),
    () => chat(text({ useMarketingMessagesApi: 'true' })),
  ),
  lax`sharing: Takes "false" for false [2.2/messageActivitySharing]`(
    editContents(asBoolean('messageActivitySharing')),
    () => chat(text({ messageActivitySharing: 'false' })),
  ),
  type`action-object-refused: Wants an action to be a string [2.2/action]`(
    refuseIf(
      someContent(({ action }) => isObject(action)),
      'matched-template-not-found',
    ),
    [
      () => chat({ contentType: 'BUTTON', caption: 'Track it', action: { url: 'https://shop.example/1' } }),
      'accepted',
      malformed,
    ],
  ),
  type`action-string-refused: Wants an action to be an object [2.2/action]`(
    refuseIf(
      someContent(({ action }) => typeof action === 'string'),
      'matched-template-not-found',
    ),
    [() => chat({ contentType: 'BUTTON', caption: 'Track it', action: 'open' }), 'accepted', malformed],
  ),
];

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

const template = mutantsOf('template');

const layout: Mutant['clauses'] = ['4.1/rule-4', '7.1/matched-template-not-found'];
const sections = { contentType: 'LIST_PICKER', listPicker: { sections: { items: [] } } };

export const templateMutants: readonly Mutant[] = [
  template`any-layout: Checks no layout [${layout}]`(acceptInsteadOf('matched-template-not-found'), [
    () => scheduling({ content: { smsContent: text({ text: 4821 }) } }),
    malformed,
    'accepted',
  ]),
  template`list-picker: Passes over a list picker of the wrong layout [${layout}]`(
    editContents((content) =>
      isObject(content.listPicker) && !Array.isArray(content.listPicker.sections)
        ? without(content, 'listPicker')
        : content,
    ),
    [() => chat(sections), malformed, 'accepted'],
  ),
  template`content-object: Takes a bare text for a content object [${layout}]`(
    editBody((body) =>
      isObject(body.content) && typeof body.content.smsContent === 'string'
        ? { ...body, content: { smsContent: text({ text: body.content.smsContent }) } }
        : body,
    ),
    [() => scheduling({ content: { smsContent: 'Code 4821' } }), '400 content-not-specified', 'accepted'],
  ),
  template`position: Finds the channel content at the top as well [${layout}]`(
    editBody((body) =>
      isObject(body.smsContent)
        ? { ...without(body, 'smsContent'), content: { smsContent: body.smsContent } }
        : body,
    ),
    [
      () => ({ ...scheduling(), body: { ...without(members(), 'content'), smsContent: text() } }),
      '400 content-not-specified',
      'accepted',
    ],
  ),
  template`more-members: Refuses members that the table does not show [${layout}]`(
    refuseIf(
      someContent(({ footer }) => footer !== undefined),
      'matched-template-not-found',
    ),
    [() => chat(text({ footer: 'Thank you' })), 'accepted', malformed],
  ),
  template`list-picker-refused: Knows no list picker [${layout}]`(
    refuseIf(
      someContent(({ listPicker }) => listPicker !== undefined),
      'matched-template-not-found',
    ),
    [() => chat(picker([{ title: 'Today' }])), 'accepted', malformed],
  ),
  template`malformed-accepted-first: Accepts at once, and looks later [1/validated-first, 4.1/rule-6]`(
    answers((answer, call, state) =>
      answer.status === 400 && codeOf(answer) !== 'requestId-is-not-unique'
        ? { ...state.accept(call), status: 202 }
        : answer,
    ),
    [() => scheduling({ content: {} }), '400 content-not-specified', 'accepted'],
  ),
];
