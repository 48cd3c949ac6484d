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
  required({
    id: 'request-id',
    says: 'Makes up a missing requestId',
    cites: ['2.1/requestId', '4.1/request-body'],
    change: editBody((body) => fill('requestId', isAbsent, randomUUID())(body)),
    ask: bare('requestId'),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  required({
    id: 'cascade-id',
    says: 'Takes a request that names no cascade',
    cites: ['2.1/cascadeId', '1/request-names'],
    change: acceptInsteadOf(malformed, (body) => body.cascadeId === undefined),
    ask: bare('cascadeId'),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  required({
    id: 'subscriber-filter',
    says: 'Accepts a message without subscriber',
    cites: ['2.1/subscriberFilter', '1/request-names'],
    change: editBody(fill('subscriberFilter', isAbsent, { address: '+12025550100', type: 'PHONE' })),
    ask: bare('subscriberFilter'),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  required({
    id: 'address',
    says: 'Takes a subscriber without address',
    cites: ['2.1/address'],
    change: editSubscriber(fill('address', isAbsent, '+12025550100')),
    ask: to({ type: 'PHONE' }),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  required({
    id: 'address-type',
    says: 'Takes PHONE for granted',
    cites: ['2.1/type'],
    change: editSubscriber(fill('type', isAbsent, 'PHONE')),
    ask: to({ address: '+12025550100' }),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  required({
    id: 'content',
    says: 'Takes a request without content',
    cites: ['2.1/content', '7.1/content-not-specified'],
    change: acceptInsteadOf('content-not-specified', (body) => body.content === undefined),
    ask: bare('content'),
    plain: '400 content-not-specified',
    changed: 'accepted',
  }),
  required({
    id: 'content-empty',
    says: 'Takes content that names nothing',
    cites: ['2.1/content-rule-4', '7.1/content-not-specified'],
    change: acceptInsteadOf('content-not-specified', (body) => body.content !== undefined),
    ask: asked({ content: {} }),
    plain: '400 content-not-specified',
    changed: 'accepted',
  }),
  required({
    id: 'content-type',
    says: 'Takes what has no contentType for TEXT',
    cites: ['2.2/contentType', '2.2/contentType-missing', '7.1/contentType-not-specified'],
    change: editContents(fill('contentType', isAbsent, 'TEXT')),
    ask: sms({ text: 'Hi' }),
    plain: '400 contentType-not-specified',
    changed: 'accepted',
  }),
  required({
    id: 'text',
    says: 'Takes a text message without text',
    cites: ['2.2/text', '7.1/text-not-specified'],
    change: editContentsOf('TEXT', fill('text', isAbsent, ' ')),
    ask: sms({ contentType: 'TEXT' }),
    plain: '400 text-not-specified',
    changed: 'accepted',
  }),
  required({
    id: 'text-empty',
    says: 'Takes an empty text',
    cites: ['2.2/text-empty', '7.1/text-not-specified'],
    change: editContents(fill('text', isEmpty, ' ')),
    ask: sms(textContent({ text: '' })),
    plain: '400 text-not-specified',
    changed: 'accepted',
  }),
  required({
    id: 'caption',
    says: 'Takes a button content without caption',
    cites: ['2.2/caption', '7.1/caption-not-specified'],
    change: editContentsOf('BUTTON', fill('caption', isAbsent, ' ')),
    ask: chat({ contentType: 'BUTTON', action: 'open' }),
    plain: '400 caption-not-specified',
    changed: 'accepted',
  }),
  required({
    id: 'caption-empty',
    says: 'Takes an empty caption',
    cites: ['2.2/caption-empty', '7.1/caption-not-specified'],
    change: editContents(fill('caption', isEmpty, ' ')),
    ask: chat(image({ caption: '' })),
    plain: '400 caption-not-specified',
    changed: 'accepted',
  }),
  required({
    id: 'action',
    says: 'Takes a button content without action',
    cites: ['2.2/action', '7.1/action-not-specified'],
    change: editContentsOf('BUTTON', fill('action', isAbsent, 'open')),
    ask: chat({ contentType: 'BUTTON', caption: 'Track it' }),
    plain: '400 action-not-specified',
    changed: 'accepted',
  }),
  required({
    id: 'button-action',
    says: 'Takes buttons that do nothing',
    cites: ['2.2/action-missing', '7.1/action-not-specified'],
    change: editContents(eachButton(fill('action', isAbsent, 'open'))),
    ask: chat(textContent({ buttons: [button] })),
    plain: '400 action-not-specified',
    changed: 'accepted',
  }),
  required({
    id: 'second-button-action',
    says: 'Looks for the action of the first button only',
    cites: ['2.2/action-missing'],
    change: editContents(eachButton((one, at) => (at === 0 ? one : fill('action', isAbsent, 'open')(one)))),
    ask: chat(textContent({ buttons: [{ ...button, action: 'open' }, button] })),
    plain: '400 action-not-specified',
    changed: 'accepted',
  }),
  required({
    id: 'attachment-name',
    says: 'Takes a document without name',
    cites: ['2.2/attachmentName', '2.2/attachmentName-missing', '7.1/attachmentName-not-specified'],
    change: editContentsOf('DOCUMENT', fill('attachmentName', isAbsent, 'document')),
    ask: chat(document()),
    plain: '400 attachmentName-not-specified',
    changed: 'accepted',
  }),
  required({
    id: 'latitude',
    says: 'Takes a longitude alone',
    cites: ['2.2/latitude', '2.2/latitude-missing', '7.1/latitude-not-specified'],
    change: editContents((content) =>
      isAbsent(content.longitude) ? content : fill('latitude', isAbsent, 0)(content),
    ),
    ask: chat(place({ longitude: 13.405 })),
    plain: '400 latitude-not-specified',
    changed: 'accepted',
  }),
  required({
    id: 'longitude',
    says: 'Takes a latitude alone',
    cites: ['2.2/longitude', '2.2/longitude-missing', '7.1/longitude-not-specified'],
    change: editContents((content) =>
      isAbsent(content.latitude) ? content : fill('longitude', isAbsent, 0)(content),
    ),
    ask: chat(place({ latitude: 52.52 })),
    plain: '400 longitude-not-specified',
    changed: 'accepted',
  }),
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
  type({
    id: 'cascade-id',
    says: 'Takes a cascadeId in quotes',
    cites: ['2.1/cascadeId'],
    change: editBody(asNumber('cascadeId')),
    ask: asked({ cascadeId: '2002' }),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'cascade-id-fraction',
    says: 'Cuts a cascadeId down to an integer',
    cites: ['2.1/cascadeId'],
    change: editBody(coerced('cascadeId', (id) => (typeof id === 'number' ? Math.trunc(id) : id))),
    ask: asked({ cascadeId: 2002.5 }),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'request-id',
    says: 'Takes a number for a requestId',
    cites: ['2.1/requestId'],
    change: acceptInsteadOf(malformed, ({ requestId }) => typeof requestId === 'number'),
    ask: asked({ requestId: 4821 }),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'subscriber-filter',
    says: 'Takes the address itself for the filter',
    cites: ['2.1/subscriberFilter'],
    change: editBody(
      coerced('subscriberFilter', (filter) =>
        typeof filter === 'string' ? { address: filter, type: 'PHONE' } : filter,
      ),
    ),
    ask: to('+12025550100'),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'address',
    says: 'Takes a number for an address',
    cites: ['2.1/address'],
    change: editSubscriber(asText('address')),
    ask: to({ address: 12025550100, type: 'PHONE' }),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'address-type',
    says: 'Takes a number for the kind of address',
    cites: ['2.1/type'],
    change: editSubscriber(asText('type')),
    ask: to({ address: '+12025550100', type: 1 }),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'content',
    says: 'Takes content in a list',
    cites: ['2.1/content'],
    change: editBody(
      coerced('content', (content) => (Array.isArray(content) ? (content[0] ?? {}) : content)),
    ),
    ask: asked({ content: [{ smsContent: textContent() }] }),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'content-type',
    says: 'Takes a number for a contentType',
    cites: ['2.2/contentType'],
    change: editContents(asText('contentType')),
    ask: chat({ contentType: 7 }),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'text',
    says: 'Takes a number for a text',
    cites: ['2.2/text'],
    change: editContents(asText('text')),
    ask: sms(textContent({ text: 4821 })),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'caption',
    says: 'Takes a number for a caption',
    cites: ['2.2/caption'],
    change: editContents(asText('caption')),
    ask: chat(image({ caption: 4821 })),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'attachment-name',
    says: 'Takes a number for a name',
    cites: ['2.2/attachmentName'],
    change: editContents(asText('attachmentName')),
    ask: chat(document({ attachmentName: 4821 })),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'latitude',
    says: 'Takes a latitude in quotes',
    cites: ['2.2/latitude'],
    change: editContents(asNumber('latitude')),
    ask: chat(place({ latitude: '52.52', longitude: 13.405 })),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'longitude',
    says: 'Takes a longitude in quotes',
    cites: ['2.2/longitude'],
    change: editContents(asNumber('longitude')),
    ask: chat(place({ latitude: 52.52, longitude: '13.405' })),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'list-picker-title',
    says: 'Takes a number for a title',
    cites: ['2.2/listPicker-title'],
    change: editContents(eachItem(asText('title'))),
    ask: chat(picker([{ title: 4821 }])),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'list-picker-subtitle',
    says: 'Takes a number for a subtitle',
    cites: ['2.2/listPicker-subtitle'],
    change: editContents(eachItem(asText('subtitle'))),
    ask: chat(picker([{ title: 'Today', subtitle: 4821 }])),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'buttons',
    says: 'Takes one button that is not in a collection',
    cites: ['2.2/buttons'],
    change: editContents(coerced('buttons', (value) => (isObject(value) ? [value] : value))),
    ask: chat(textContent({ buttons: { type: 'URL', action: 'open' } })),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'payload',
    says: 'Takes a number for a payload',
    cites: ['2.2/payload'],
    change: editContents(eachButton(asText('payload'))),
    ask: chat(textContent({ buttons: [{ type: 'QUICK_REPLY', action: 'reply', payload: 4821 }] })),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'marketing-route',
    says: 'Takes "true" for true',
    cites: ['2.2/useMarketingMessagesApi'],
    change: editContents(asBoolean('useMarketingMessagesApi')),
    ask: chat(textContent({ useMarketingMessagesApi: 'true' })),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'sharing',
    says: 'Takes "false" for false',
    cites: ['2.2/messageActivitySharing'],
    change: editContents(asBoolean('messageActivitySharing')),
    ask: chat(textContent({ messageActivitySharing: 'false' })),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  type({
    id: 'action-object-refused',
    says: 'Wants an action to be a string',
    cites: ['2.2/action'],
    change: refuseContent(({ action }) => isObject(action), malformed),
    ask: chat({ contentType: 'BUTTON', caption: 'Track it', action: { url: 'https://shop.example/1' } }),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
  type({
    id: 'action-string-refused',
    says: 'Wants an action to be an object',
    cites: ['2.2/action'],
    change: refuseContent(({ action }) => typeof action === 'string', malformed),
    ask: chat({ contentType: 'BUTTON', caption: 'Track it', action: 'open' }),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
];

/** The combination of the two options of the marketing route refused where it is allowed. */
const combination = mutantsOf(
  'cross-field',
  ({ is, ask }: { readonly is: (content: JsonObject) => boolean; readonly ask: Ask }) => ({
    change: refuseContent(
      is,
      'mm-api-options-invalid-combination',
      'Cannot use messageActivitySharing=true when useMarketingMessagesApi=false',
    ),
    ask,
  }),
);

/** A member wanted of contents that need none. */
const wanted = mutantsOf(
  'cross-field',
  ({
    type,
    member,
    code,
    ask,
  }: {
    readonly type: string;
    readonly member: string;
    readonly code: string;
    readonly ask: Ask;
  }) => ({
    change: refuseContent((content) => content.contentType === type && isAbsent(content[member]), code),
    ask,
  }),
);

const crossField = mutantsOf('cross-field');

export const crossFieldMutants: readonly Mutant[] = [
  crossField({
    id: 'sharing-off-route',
    says: 'Lets messages off the marketing route share activity',
    cites: [
      '2.2/messageActivitySharing-needs-route',
      '7.1/mm-api-options-invalid-combination',
      '7.1/optimisation-route',
    ],
    change: editContents((content) =>
      content.useMarketingMessagesApi === false ? without(content, 'messageActivitySharing') : content,
    ),
    ask: chat(textContent({ useMarketingMessagesApi: false, messageActivitySharing: true })),
    plain: '400 mm-api-options-invalid-combination',
    changed: 'accepted',
  }),
  crossField({
    id: 'sharing-without-route',
    says: 'Looks at the combination only if the route is named',
    cites: ['2.2/messageActivitySharing-needs-route'],
    change: editContents((content) =>
      content.useMarketingMessagesApi === undefined ? without(content, 'messageActivitySharing') : content,
    ),
    ask: chat(textContent({ messageActivitySharing: true })),
    plain: '400 mm-api-options-invalid-combination',
    changed: 'accepted',
  }),
  combination({
    id: 'sharing-on-route',
    says: 'Refuses shared activity on the marketing route, too',
    cites: [
      '2.2/messageActivitySharing-needs-route',
      '7.1/mm-api-options-invalid-combination',
      '7.1/optimisation-route',
    ],
    is: (content) => content.messageActivitySharing === true && content.useMarketingMessagesApi === true,
    ask: chat(textContent({ useMarketingMessagesApi: true, messageActivitySharing: true })),
    plain: 'accepted',
    changed: '400 mm-api-options-invalid-combination',
  }),
  combination({
    id: 'no-sharing-off-route',
    says: 'Refuses the option even where it is off',
    cites: ['2.2/messageActivitySharing'],
    is: (content) => content.messageActivitySharing === false,
    ask: chat(textContent({ messageActivitySharing: false })),
    plain: 'accepted',
    changed: '400 mm-api-options-invalid-combination',
  }),
  combination({
    id: 'route-needs-sharing',
    says: 'Wants the marketing route only together with sharing',
    cites: ['2.2/useMarketingMessagesApi'],
    is: (content) => content.useMarketingMessagesApi === true && content.messageActivitySharing !== true,
    ask: chat(textContent({ useMarketingMessagesApi: true })),
    plain: 'accepted',
    changed: '400 mm-api-options-invalid-combination',
  }),
  wanted({
    id: 'text-for-all',
    says: 'Wants a text of pictures as well',
    cites: ['2.2/text'],
    type: 'IMAGE',
    member: 'text',
    code: 'text-not-specified',
    ask: chat(image({ caption: 'Your shoe' })),
    plain: 'accepted',
    changed: '400 text-not-specified',
  }),
  wanted({
    id: 'caption-for-text',
    says: 'Wants a caption of texts as well',
    cites: ['2.2/caption'],
    type: 'TEXT',
    member: 'caption',
    code: 'caption-not-specified',
    ask: asked(),
    plain: 'accepted',
    changed: '400 caption-not-specified',
  }),
  wanted({
    id: 'name-for-picture',
    says: 'Wants a name of every attached file',
    cites: ['2.2/attachmentName'],
    type: 'IMAGE',
    member: 'attachmentName',
    code: 'attachmentName-not-specified',
    ask: chat(image({ caption: 'Your shoe' })),
    plain: 'accepted',
    changed: '400 attachmentName-not-specified',
  }),
  crossField({
    id: 'text-at-place',
    says: 'Wants no coordinates but those of a text',
    cites: ['2.2/latitude', '2.2/longitude'],
    change: refuseContent(
      ({ contentType, latitude }) => contentType === 'LOCATION' && typeof latitude === 'number',
      'text-not-specified',
    ),
    ask: chat(place({ latitude: 52.52, longitude: 13.405 })),
    plain: 'accepted',
    changed: '400 text-not-specified',
  }),
  crossField({
    id: 'channels-alike',
    says: 'Wants all channels to say the same',
    cites: ['1/request-names'],
    change: refuseIf(
      (body) => new Set(contentsOf(body).map(([, content]) => content.text)).size > 1,
      malformed,
    ),
    ask: asked({
      cascadeId: twoStages,
      content: { chatoneContent: textContent(), chattwoContent: textContent() },
    }),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
];

const template = mutantsOf({ class: 'template', cites: ['4.1/rule-4', '7.1/matched-template-not-found'] });

const sections = { contentType: 'LIST_PICKER', listPicker: { sections: { items: [] } } };

export const templateMutants: readonly Mutant[] = [
  template({
    id: 'any-layout',
    says: 'Checks no layout',
    change: acceptInsteadOf(malformed),
    ask: sms(textContent({ text: 4821 })),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  template({
    id: 'list-picker',
    says: 'Passes over a list picker of the wrong layout',
    change: editContents((content) =>
      isObject(content.listPicker) && !Array.isArray(content.listPicker.sections)
        ? without(content, 'listPicker')
        : content,
    ),
    ask: chat(sections),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  template({
    id: 'content-object',
    says: 'Takes a bare text for a content object',
    change: editBody((body) =>
      isObject(body.content) && typeof body.content.smsContent === 'string'
        ? { ...body, content: { smsContent: textContent({ text: body.content.smsContent }) } }
        : body,
    ),
    ask: sms('Code 4821'),
    plain: '400 content-not-specified',
    changed: 'accepted',
  }),
  template({
    id: 'position',
    says: 'Finds the channel content at the top as well',
    change: editBody((body) =>
      isObject(body.smsContent)
        ? { ...without(body, 'smsContent'), content: { smsContent: body.smsContent } }
        : body,
    ),
    ask: () => ({ ...scheduling(), body: { ...without(members(), 'content'), smsContent: textContent() } }),
    plain: '400 content-not-specified',
    changed: 'accepted',
  }),
  template({
    id: 'more-members',
    says: 'Refuses members that the table does not show',
    change: refuseContent(({ footer }) => footer !== undefined, malformed),
    ask: chat(textContent({ footer: 'Thank you' })),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
  template({
    id: 'list-picker-refused',
    says: 'Knows no list picker',
    change: refuseContent(({ listPicker }) => listPicker !== undefined, malformed),
    ask: chat(picker([{ title: 'Today' }])),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
  template({
    id: 'malformed-accepted-first',
    says: 'Accepts at once, and looks later',
    cites: ['1/validated-first', '4.1/rule-6'],
    change: answers((answer, call, state) =>
      answer.status === 400 && codeOf(answer) !== 'requestId-is-not-unique'
        ? { ...state.accept(call), status: 202 }
        : answer,
    ),
    ask: asked({ content: {} }),
    plain: '400 content-not-specified',
    changed: 'accepted',
  }),
];
