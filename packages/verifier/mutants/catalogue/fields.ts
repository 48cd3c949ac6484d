import { randomUUID } from 'node:crypto';
import {
  acceptInsteadOf,
  answers,
  coerced,
  contentsOf,
  eachButton,
  eachItem,
  editBody,
  editContents,
  editContentsOf,
  fill,
  refuseContent,
  refuseIf,
} from '../changes.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { mutantsOf } from '../mutant.ts';
import { codeOf, isObject, type Json, type JsonObject, without } from '../proxy/wire.ts';
import {
  asked,
  chat,
  document,
  image,
  members,
  picker,
  place,
  scheduling,
  sms,
  textContent,
  twoStages,
} from '../witness/requests.ts';
import type { Ask } from '../witness/witness.ts';

const isAbsent = (value: Json | undefined): boolean => value === undefined;
const isEmpty = (value: Json | undefined): boolean => value === '';
const malformed = 'matched-template-not-found';

const bare =
  (name: string): Ask =>
  () => ({ ...scheduling(), body: without(members(), name) });
const button = { type: 'URL', text: 'Track it' };
const to = (subscriberFilter: Json): Ask => asked({ subscriberFilter });

/** A member of the subscriberFilter edited. */
function editSubscriber(edit: (filter: JsonObject) => JsonObject): MakeChange {
  return editBody((body) =>
    isObject(body.subscriberFilter) ? { ...body, subscriberFilter: edit(body.subscriberFilter) } : body,
  );
}

/** A check that is not made: what is missing passes. */
const required = mutantsOf('required');

export const requiredMutants: readonly Mutant[] = [
  required`request-id: Makes up a missing requestId [2.1/requestId, 4.1/request-body]
    ${editBody((body) => fill('requestId', isAbsent, randomUUID())(body))}
    ${bare('requestId')} 400 matched-template-not-found → accepted`,
  required`cascade-id: Takes a request that names no cascade [2.1/cascadeId, 1/request-names]
    ${acceptInsteadOf(malformed, (body) => body.cascadeId === undefined)}
    ${bare('cascadeId')} 400 matched-template-not-found → accepted`,
  required`subscriber-filter: Accepts a message without subscriber [2.1/subscriberFilter, 1/request-names]
    ${editBody(fill('subscriberFilter', isAbsent, { address: '+12025550100', type: 'PHONE' }))}
    ${bare('subscriberFilter')} 400 matched-template-not-found → accepted`,
  required`address: Takes a subscriber without address [2.1/address]
    ${editSubscriber(fill('address', isAbsent, '+12025550100'))}
    ${to({ type: 'PHONE' })} 400 matched-template-not-found → accepted`,
  required`address-type: Takes PHONE for granted [2.1/type]
    ${editSubscriber(fill('type', isAbsent, 'PHONE'))}
    ${to({ address: '+12025550100' })} 400 matched-template-not-found → accepted`,
  required`content: Takes a request without content [2.1/content, 7.1/content-not-specified]
    ${acceptInsteadOf('content-not-specified', (body) => body.content === undefined)}
    ${bare('content')} 400 content-not-specified → accepted`,
  required`content-empty: Takes content that names nothing [2.1/content-rule-4, 7.1/content-not-specified]
    ${acceptInsteadOf('content-not-specified', (body) => body.content !== undefined)}
    ${asked({ content: {} })} 400 content-not-specified → accepted`,
  required`content-type: Takes what has no contentType for TEXT [2.2/contentType, 2.2/contentType-missing, 7.1/contentType-not-specified]
    ${editContents(fill('contentType', isAbsent, 'TEXT'))}
    ${sms({ text: 'Hi' })} 400 contentType-not-specified → accepted`,
  required`text: Takes a text message without text [2.2/text, 7.1/text-not-specified]
    ${editContentsOf('TEXT', fill('text', isAbsent, ' '))}
    ${sms({ contentType: 'TEXT' })} 400 text-not-specified → accepted`,
  required`text-empty: Takes an empty text [2.2/text-empty, 7.1/text-not-specified]
    ${editContents(fill('text', isEmpty, ' '))} ${sms(textContent({ text: '' }))} 400 text-not-specified → accepted`,
  required`caption: Takes a button content without caption [2.2/caption, 7.1/caption-not-specified]
    ${editContentsOf('BUTTON', fill('caption', isAbsent, ' '))}
    ${chat({ contentType: 'BUTTON', action: 'open' })} 400 caption-not-specified → accepted`,
  required`caption-empty: Takes an empty caption [2.2/caption-empty, 7.1/caption-not-specified]
    ${editContents(fill('caption', isEmpty, ' '))}
    ${chat(image({ caption: '' }))} 400 caption-not-specified → accepted`,
  required`action: Takes a button content without action [2.2/action, 7.1/action-not-specified]
    ${editContentsOf('BUTTON', fill('action', isAbsent, 'open'))}
    ${chat({ contentType: 'BUTTON', caption: 'Track it' })} 400 action-not-specified → accepted`,
  required`button-action: Takes buttons that do nothing [2.2/action-missing, 7.1/action-not-specified]
    ${editContents(eachButton(fill('action', isAbsent, 'open')))}
    ${chat(textContent({ buttons: [button] }))} 400 action-not-specified → accepted`,
  required`second-button-action: Looks for the action of the first button only [2.2/action-missing]
    ${editContents(eachButton((one, at) => (at === 0 ? one : fill('action', isAbsent, 'open')(one))))}
    ${chat(textContent({ buttons: [{ ...button, action: 'open' }, button] }))} 400 action-not-specified → accepted`,
  required`attachment-name: Takes a document without name [2.2/attachmentName, 2.2/attachmentName-missing, 7.1/attachmentName-not-specified]
    ${editContentsOf('DOCUMENT', fill('attachmentName', isAbsent, 'document'))}
    ${chat(document())} 400 attachmentName-not-specified → accepted`,
  required`latitude: Takes a longitude alone [2.2/latitude, 2.2/latitude-missing, 7.1/latitude-not-specified]
    ${editContents((content) => (isAbsent(content.longitude) ? content : fill('latitude', isAbsent, 0)(content)))}
    ${chat(place({ longitude: 13.405 }))} 400 latitude-not-specified → accepted`,
  required`longitude: Takes a latitude alone [2.2/longitude, 2.2/longitude-missing, 7.1/longitude-not-specified]
    ${editContents((content) => (isAbsent(content.latitude) ? content : fill('longitude', isAbsent, 0)(content)))}
    ${chat(place({ latitude: 52.52 }))} 400 longitude-not-specified → accepted`,
];

const type = mutantsOf('type');

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

/** A value of the wrong type passes, or one of the right type does not. */
export const typeMutants: readonly Mutant[] = [
  type`cascade-id: Takes a cascadeId in quotes [2.1/cascadeId]
    ${editBody(asNumber('cascadeId'))}
    ${asked({ cascadeId: '2002' })} 400 matched-template-not-found → accepted`,
  type`cascade-id-fraction: Cuts a cascadeId down to an integer [2.1/cascadeId]
    ${editBody(coerced('cascadeId', (id) => (typeof id === 'number' ? Math.trunc(id) : id)))}
    ${asked({ cascadeId: 2002.5 })} 400 matched-template-not-found → accepted`,
  type`request-id: Takes a number for a requestId [2.1/requestId]
    ${acceptInsteadOf(malformed, ({ requestId }) => typeof requestId === 'number')}
    ${asked({ requestId: 4821 })} 400 matched-template-not-found → accepted`,
  type`subscriber-filter: Takes the address itself for the filter [2.1/subscriberFilter]
    ${editBody(
      coerced('subscriberFilter', (filter) =>
        typeof filter === 'string' ? { address: filter, type: 'PHONE' } : filter,
      ),
    )}
    ${to('+12025550100')} 400 matched-template-not-found → accepted`,
  type`address: Takes a number for an address [2.1/address]
    ${editSubscriber(asText('address'))}
    ${to({ address: 12025550100, type: 'PHONE' })} 400 matched-template-not-found → accepted`,
  type`address-type: Takes a number for the kind of address [2.1/type]
    ${editSubscriber(asText('type'))}
    ${to({ address: '+12025550100', type: 1 })} 400 matched-template-not-found → accepted`,
  type`content: Takes content in a list [2.1/content]
    ${editBody(coerced('content', (content) => (Array.isArray(content) ? (content[0] ?? {}) : content)))}
    ${asked({ content: [{ smsContent: textContent() }] })} 400 matched-template-not-found → accepted`,
  type`content-type: Takes a number for a contentType [2.2/contentType]
    ${editContents(asText('contentType'))}
    ${chat({ contentType: 7 })} 400 matched-template-not-found → accepted`,
  type`text: Takes a number for a text [2.2/text]
    ${editContents(asText('text'))}
    ${sms(textContent({ text: 4821 }))} 400 matched-template-not-found → accepted`,
  type`caption: Takes a number for a caption [2.2/caption]
    ${editContents(asText('caption'))}
    ${chat(image({ caption: 4821 }))} 400 matched-template-not-found → accepted`,
  type`attachment-name: Takes a number for a name [2.2/attachmentName]
    ${editContents(asText('attachmentName'))}
    ${chat(document({ attachmentName: 4821 }))} 400 matched-template-not-found → accepted`,
  type`latitude: Takes a latitude in quotes [2.2/latitude]
    ${editContents(asNumber('latitude'))}
    ${chat(place({ latitude: '52.52', longitude: 13.405 }))} 400 matched-template-not-found → accepted`,
  type`longitude: Takes a longitude in quotes [2.2/longitude]
    ${editContents(asNumber('longitude'))}
    ${chat(place({ latitude: 52.52, longitude: '13.405' }))} 400 matched-template-not-found → accepted`,
  type`list-picker-title: Takes a number for a title [2.2/listPicker-title]
    ${editContents(eachItem(asText('title')))}
    ${chat(picker([{ title: 4821 }]))} 400 matched-template-not-found → accepted`,
  type`list-picker-subtitle: Takes a number for a subtitle [2.2/listPicker-subtitle]
    ${editContents(eachItem(asText('subtitle')))}
    ${chat(picker([{ title: 'Today', subtitle: 4821 }]))} 400 matched-template-not-found → accepted`,
  type`buttons: Takes one button that is not in a collection [2.2/buttons]
    ${editContents(coerced('buttons', (value) => (isObject(value) ? [value] : value)))}
    ${chat(textContent({ buttons: { type: 'URL', action: 'open' } }))} 400 matched-template-not-found → accepted`,
  type`payload: Takes a number for a payload [2.2/payload]
    ${editContents(eachButton(asText('payload')))}
    ${chat(textContent({ buttons: [{ type: 'QUICK_REPLY', action: 'reply', payload: 4821 }] }))} 400 matched-template-not-found → accepted`,
  type`marketing-route: Takes "true" for true [2.2/useMarketingMessagesApi]
    ${editContents(asBoolean('useMarketingMessagesApi'))}
    ${chat(textContent({ useMarketingMessagesApi: 'true' }))} 400 matched-template-not-found → accepted`,
  type`sharing: Takes "false" for false [2.2/messageActivitySharing]
    ${editContents(asBoolean('messageActivitySharing'))}
    ${chat(textContent({ messageActivitySharing: 'false' }))} 400 matched-template-not-found → accepted`,
  type`action-object-refused: Wants an action to be a string [2.2/action]
    ${refuseContent(({ action }) => isObject(action), malformed)}
    ${chat({ contentType: 'BUTTON', caption: 'Track it', action: { url: 'https://shop.example/1' } })}
    accepted → 400 matched-template-not-found`,
  type`action-string-refused: Wants an action to be an object [2.2/action]
    ${refuseContent(({ action }) => typeof action === 'string', malformed)}
    ${chat({ contentType: 'BUTTON', caption: 'Track it', action: 'open' })} accepted → 400 matched-template-not-found`,
];

/** The combination of the two options of the marketing route refused where it is allowed. */
const combination = mutantsOf('cross-field', (is: (content: JsonObject) => boolean, ask: Ask) => [
  refuseContent(
    is,
    'mm-api-options-invalid-combination',
    'Cannot use messageActivitySharing=true when useMarketingMessagesApi=false',
  ),
  ask,
]);

/** A member wanted of contents that need none. */
const wanted = mutantsOf('cross-field', (type: string, member: string, code: string, ask: Ask) => [
  refuseContent((content) => content.contentType === type && isAbsent(content[member]), code),
  ask,
]);

const crossField = mutantsOf('cross-field');

export const crossFieldMutants: readonly Mutant[] = [
  crossField`sharing-off-route: Lets messages off the marketing route share activity [2.2/messageActivitySharing-needs-route, 7.1/mm-api-options-invalid-combination, 7.1/optimisation-route]
    ${editContents((content) =>
      content.useMarketingMessagesApi === false ? without(content, 'messageActivitySharing') : content,
    )}
    ${chat(textContent({ useMarketingMessagesApi: false, messageActivitySharing: true }))}
    400 mm-api-options-invalid-combination → accepted`,
  crossField`sharing-without-route: Looks at the combination only if the route is named [2.2/messageActivitySharing-needs-route]
    ${editContents((content) =>
      content.useMarketingMessagesApi === undefined ? without(content, 'messageActivitySharing') : content,
    )}
    ${chat(textContent({ messageActivitySharing: true }))} 400 mm-api-options-invalid-combination → accepted`,
  combination`sharing-on-route: Refuses shared activity on the marketing route, too [2.2/messageActivitySharing-needs-route, 7.1/mm-api-options-invalid-combination, 7.1/optimisation-route]
    ${(content) => content.messageActivitySharing === true && content.useMarketingMessagesApi === true}
    ${chat(textContent({ useMarketingMessagesApi: true, messageActivitySharing: true }))}
    accepted → 400 mm-api-options-invalid-combination`,
  combination`no-sharing-off-route: Refuses the option even where it is off [2.2/messageActivitySharing]
    ${(content) => content.messageActivitySharing === false}
    ${chat(textContent({ messageActivitySharing: false }))} accepted → 400 mm-api-options-invalid-combination`,
  combination`route-needs-sharing: Wants the marketing route only together with sharing [2.2/useMarketingMessagesApi]
    ${(content) => content.useMarketingMessagesApi === true && content.messageActivitySharing !== true}
    ${chat(textContent({ useMarketingMessagesApi: true }))} accepted → 400 mm-api-options-invalid-combination`,
  wanted`text-for-all: Wants a text of pictures as well [2.2/text]
    ${'IMAGE'} ${'text'} ${'text-not-specified'}
    ${chat(image({ caption: 'Your shoe' }))} accepted → 400 text-not-specified`,
  wanted`caption-for-text: Wants a caption of texts as well [2.2/caption]
    ${'TEXT'} ${'caption'} ${'caption-not-specified'} ${asked()} accepted → 400 caption-not-specified`,
  wanted`name-for-picture: Wants a name of every attached file [2.2/attachmentName]
    ${'IMAGE'} ${'attachmentName'} ${'attachmentName-not-specified'}
    ${chat(image({ caption: 'Your shoe' }))} accepted → 400 attachmentName-not-specified`,
  crossField`text-at-place: Wants no coordinates but those of a text [2.2/latitude, 2.2/longitude]
    ${refuseContent(
      ({ contentType, latitude }) => contentType === 'LOCATION' && typeof latitude === 'number',
      'text-not-specified',
    )}
    ${chat(place({ latitude: 52.52, longitude: 13.405 }))} accepted → 400 text-not-specified`,
  crossField`channels-alike: Wants all channels to say the same [1/request-names]
    ${refuseIf((body) => new Set(contentsOf(body).map(([, content]) => content.text)).size > 1, malformed)}
    ${asked({ cascadeId: twoStages, content: { chatoneContent: textContent(), chattwoContent: textContent() } })}
    accepted → 400 matched-template-not-found`,
];

const template = mutantsOf({ class: 'template', cites: '4.1/rule-4, 7.1/matched-template-not-found' });

const sections = { contentType: 'LIST_PICKER', listPicker: { sections: { items: [] } } };

export const templateMutants: readonly Mutant[] = [
  template`any-layout: Checks no layout
    ${acceptInsteadOf(malformed)} ${sms(textContent({ text: 4821 }))} 400 matched-template-not-found → accepted`,
  template`list-picker: Passes over a list picker of the wrong layout
    ${editContents((content) =>
      isObject(content.listPicker) && !Array.isArray(content.listPicker.sections)
        ? without(content, 'listPicker')
        : content,
    )}
    ${chat(sections)} 400 matched-template-not-found → accepted`,
  template`content-object: Takes a bare text for a content object
    ${editBody((body) =>
      isObject(body.content) && typeof body.content.smsContent === 'string'
        ? { ...body, content: { smsContent: textContent({ text: body.content.smsContent }) } }
        : body,
    )}
    ${sms('Code 4821')} 400 content-not-specified → accepted`,
  template`position: Finds the channel content at the top as well
    ${editBody((body) =>
      isObject(body.smsContent)
        ? { ...without(body, 'smsContent'), content: { smsContent: body.smsContent } }
        : body,
    )}
    ${() => ({ ...scheduling(), body: { ...without(members(), 'content'), smsContent: textContent() } })}
    400 content-not-specified → accepted`,
  template`more-members: Refuses members that the table does not show
    ${refuseContent(({ footer }) => footer !== undefined, malformed)}
    ${chat(textContent({ footer: 'Thank you' }))} accepted → 400 matched-template-not-found`,
  template`list-picker-refused: Knows no list picker
    ${refuseContent(({ listPicker }) => listPicker !== undefined, malformed)}
    ${chat(picker([{ title: 'Today' }]))} accepted → 400 matched-template-not-found`,
  template`malformed-accepted-first: Accepts at once, and looks later [1/validated-first, 4.1/rule-6]
    ${answers((answer, call, state) =>
      answer.status === 400 && codeOf(answer) !== 'requestId-is-not-unique'
        ? { ...state.accept(call), status: 202 }
        : answer,
    )}
    ${asked({ content: {} })} 400 content-not-specified → accepted`,
];
