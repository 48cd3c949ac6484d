import { randomUUID } from 'node:crypto';
import { acceptInsteadOf, eachButton, editBody, editContents, fill } from '../changes.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { isObject, type Json, without } from '../proxy/wire.ts';
import { chat, document, image, members, place, scheduling, text } from '../witness/requests.ts';
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
