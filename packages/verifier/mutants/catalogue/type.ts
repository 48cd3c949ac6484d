import {
  acceptInsteadOf,
  eachButton,
  eachItem,
  editBody,
  editContents,
  refuseIf,
  someContent,
} from '../changes.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { isObject, type Json, type JsonObject } from '../proxy/wire.ts';
import { chat, document, image, picker, place, scheduling, text } from '../witness/requests.ts';
import type { Ask } from '../witness/witness.ts';
import { mutantsOf } from './mutants-of.ts';

const type = mutantsOf('type');
const malformed = '400 matched-template-not-found';

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

function editSubscriber(name: string): MakeChange {
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
  lax`address: Takes a number for an address [2.1/address]`(editSubscriber('address'), () =>
    scheduling({ subscriberFilter: { address: 12025550100, type: 'PHONE' } }),
  ),
  lax`address-type: Takes a number for the kind of address [2.1/type]`(editSubscriber('type'), () =>
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
