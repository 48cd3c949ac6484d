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

const missing = mutantsOf('required');

/** A check that is not made: what is missing passes. */
function required(
  id: string,
  clauses: Mutant['clauses'],
  title: string,
  change: MakeChange,
  [ask, refusal]: readonly [ask: Ask, refusal: string],
): Mutant {
  return missing(id, clauses, title, change, [ask, refusal, 'accepted']);
}

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
  required(
    'request-id',
    ['2.1/requestId', '4.1/request-body'],
    'Makes up a missing requestId',
    editBody((body) => fill('requestId', isAbsent, randomUUID())(body)),
    [bare('requestId'), malformed],
  ),
  required(
    'cascade-id',
    ['2.1/cascadeId', '1/request-names'],
    'Takes a request that names no cascade',
    acceptInsteadOf('matched-template-not-found', (body) => body.cascadeId === undefined),
    [bare('cascadeId'), malformed],
  ),
  required(
    'subscriber-filter',
    ['2.1/subscriberFilter', '1/request-names'],
    'Accepts a message without subscriber',
    editBody(fill('subscriberFilter', isAbsent, { address: '+12025550100', type: 'PHONE' })),
    [bare('subscriberFilter'), malformed],
  ),
  required(
    'address',
    ['2.1/address'],
    'Takes a subscriber without address',
    editSubscriber('address', '+12025550100'),
    [() => scheduling({ subscriberFilter: { type: 'PHONE' } }), malformed],
  ),
  required('address-type', ['2.1/type'], 'Takes PHONE for granted', editSubscriber('type', 'PHONE'), [
    () => scheduling({ subscriberFilter: { address: '+12025550100' } }),
    malformed,
  ]),
  required(
    'content',
    ['2.1/content', '7.1/content-not-specified'],
    'Takes a request without content',
    acceptInsteadOf('content-not-specified', (body) => body.content === undefined),
    [bare('content'), '400 content-not-specified'],
  ),
  required(
    'content-empty',
    ['2.1/content-rule-4', '7.1/content-not-specified'],
    'Takes content that names nothing',
    acceptInsteadOf('content-not-specified', (body) => body.content !== undefined),
    [() => scheduling({ content: {} }), '400 content-not-specified'],
  ),
  required(
    'content-type',
    ['2.2/contentType', '2.2/contentType-missing', '7.1/contentType-not-specified'],
    'Takes what has no contentType for TEXT',
    editContents(fill('contentType', isAbsent, 'TEXT')),
    [() => scheduling({ content: { smsContent: { text: 'Hi' } } }), '400 contentType-not-specified'],
  ),
  required(
    'text',
    ['2.2/text', '7.1/text-not-specified'],
    'Takes a text message without text',
    editContents((content) =>
      content.contentType === 'TEXT' ? fill('text', isAbsent, ' ')(content) : content,
    ),
    [() => scheduling({ content: { smsContent: { contentType: 'TEXT' } } }), '400 text-not-specified'],
  ),
  required(
    'text-empty',
    ['2.2/text-empty', '7.1/text-not-specified'],
    'Takes an empty text',
    editContents(fill('text', isEmpty, ' ')),
    [() => scheduling({ content: { smsContent: text({ text: '' }) } }), '400 text-not-specified'],
  ),
  required(
    'caption',
    ['2.2/caption', '7.1/caption-not-specified'],
    'Takes a button content without caption',
    editContents((content) =>
      content.contentType === 'BUTTON' ? fill('caption', isAbsent, ' ')(content) : content,
    ),
    [() => chat({ contentType: 'BUTTON', action: 'open' }), '400 caption-not-specified'],
  ),
  required(
    'caption-empty',
    ['2.2/caption-empty', '7.1/caption-not-specified'],
    'Takes an empty caption',
    editContents(fill('caption', isEmpty, ' ')),
    [() => chat(image({ caption: '' })), '400 caption-not-specified'],
  ),
  required(
    'action',
    ['2.2/action', '7.1/action-not-specified'],
    'Takes a button content without action',
    editContents((content) =>
      content.contentType === 'BUTTON' ? fill('action', isAbsent, 'open')(content) : content,
    ),
    [() => chat({ contentType: 'BUTTON', caption: 'Track it' }), '400 action-not-specified'],
  ),
  required(
    'button-action',
    ['2.2/action-missing', '7.1/action-not-specified'],
    'Takes buttons that do nothing',
    editContents(eachButton(fill('action', isAbsent, 'open'))),
    [() => chat(text({ buttons: [button] })), '400 action-not-specified'],
  ),
  required(
    'second-button-action',
    ['2.2/action-missing'],
    'Looks for the action of the first button only',
    editContents(eachButton((one, at) => (at === 0 ? one : fill('action', isAbsent, 'open')(one)))),
    [() => chat(text({ buttons: [{ ...button, action: 'open' }, button] })), '400 action-not-specified'],
  ),
  required(
    'attachment-name',
    ['2.2/attachmentName', '2.2/attachmentName-missing', '7.1/attachmentName-not-specified'],
    'Takes a document without name',
    editContents((content) =>
      content.contentType === 'DOCUMENT' ? fill('attachmentName', isAbsent, 'document')(content) : content,
    ),
    [() => chat(document()), '400 attachmentName-not-specified'],
  ),
  required(
    'latitude',
    ['2.2/latitude', '2.2/latitude-missing', '7.1/latitude-not-specified'],
    'Takes a longitude alone',
    editContents((content) =>
      content.longitude === undefined ? content : fill('latitude', isAbsent, 0)(content),
    ),
    [() => chat(place({ longitude: 13.405 })), '400 latitude-not-specified'],
  ),
  required(
    'longitude',
    ['2.2/longitude', '2.2/longitude-missing', '7.1/longitude-not-specified'],
    'Takes a latitude alone',
    editContents((content) =>
      content.latitude === undefined ? content : fill('longitude', isAbsent, 0)(content),
    ),
    [() => chat(place({ latitude: 52.52 })), '400 longitude-not-specified'],
  ),
];
