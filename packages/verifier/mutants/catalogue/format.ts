import { randomUUID } from 'node:crypto';
import { acceptInsteadOf, editBody, refuseIf, rewrite, someContent } from '../changes.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { isObject, isSchedulingPath, type JsonObject, renamed, schedulingPath } from '../proxy/wire.ts';
import { chat, image, scheduling, text, twoStages } from '../witness/requests.ts';
import type { Ask } from '../witness/witness.ts';
import { mutantsOf } from './mutants-of.ts';

const malformed = '400 matched-template-not-found';
const addressOf = ({ subscriberFilter }: JsonObject): string =>
  isObject(subscriberFilter) ? String(subscriberFilter.address) : '';

const format = mutantsOf('format');

/** Refuses what has the shape that the source asks for, under the code for malformed requests. */
const refuses = mutantsOf('format', (is: (body: JsonObject) => boolean, ask: Ask) => [
  refuseIf(is, 'matched-template-not-found'),
  [ask, 'accepted', malformed],
]);

/** Calls a content object by a name of its own, so that the documented one is not known. */
function misnamed(name: string, own: string): MakeChange {
  return editBody((body) =>
    isObject(body.content) ? { ...body, content: renamed(body.content, name, own) } : body,
  );
}

const both = (): JsonObject => ({ chatoneContent: text(), chattwoContent: text() });

export const formatMutants: readonly Mutant[] = [
  format`request-id-any: Takes any word for a requestId [2.1/requestId]`(
    acceptInsteadOf('matched-template-not-found', ({ requestId }) => typeof requestId === 'string'),
    [() => scheduling({ requestId: `order-${randomUUID()}` }), malformed, 'accepted'],
  ),
  refuses`request-id-version-4: Takes UUIDs of version 4 only [2.1/requestId]`(
    ({ requestId }) => typeof requestId === 'string' && /^.{14}[^4]/.test(requestId),
    () => scheduling({ requestId: randomUUID().replace(/^(.{14})4/, '$17') }),
  ),
  refuses`request-id-lower-case: Takes UUIDs in lower case only [2.1/requestId]`(
    ({ requestId }) => typeof requestId === 'string' && requestId !== requestId.toLowerCase(),
    () => scheduling({ requestId: randomUUID().toUpperCase().replace(/^./, 'A') }),
  ),
  refuses`address-plus: Refuses the plus of the international format [2.1/address-phone, 2.1/address]`(
    (body) => addressOf(body).startsWith('+'),
    () => scheduling(),
  ),
  refuses`address-country: Takes numbers of one country only [2.1/address-phone]`(
    (body) => /^\+?[2-9]/.test(addressOf(body)),
    () => scheduling({ subscriberFilter: { address: '+441632960100', type: 'PHONE' } }),
  ),
  refuses`address-length: Takes numbers of eleven digits only [2.1/address-phone]`(
    (body) => /^\+(\d{1,10}|\d{12,})$/.test(addressOf(body)),
    () => scheduling({ subscriberFilter: { address: '+4915100000000', type: 'PHONE' } }),
  ),
  refuses`type-phone: Does not know PHONE [2.1/type-PHONE, 2.1/type]`(
    ({ subscriberFilter }) => isObject(subscriberFilter) && subscriberFilter.type === 'PHONE',
    () => scheduling(),
  ),
  refuses`content-type-case: Knows contentType in lower case [2.2/contentType-values, 2.2/contentType]`(
    someContent(
      ({ contentType }) => typeof contentType === 'string' && contentType !== contentType.toLowerCase(),
    ),
    () => scheduling(),
  ),
  refuses`content-type-image: Does not know IMAGE [2.2/contentType-values]`(
    someContent(({ contentType }) => contentType === 'IMAGE'),
    () => chat(image({ caption: 'Your shoe' })),
  ),
  refuses`caption-plain: Takes captions of letters only [2.2/caption]`(
    someContent(({ caption }) => typeof caption === 'string' && !/^\w*$/.test(caption)),
    () => chat(image({ caption: 'Your shoe' })),
  ),
  refuses`text-unicode: Takes texts in ASCII only [2.2/text]`(
    someContent(({ text: said }) => typeof said === 'string' && [...said].some((one) => one > '~')),
    () => scheduling({ content: { smsContent: text({ text: 'Grüße, 4821' }) } }),
  ),
  refuses`text-combining: Takes no text with a combining mark [2.2/text]`(
    someContent(({ text: said }) => typeof said === 'string' && /\p{Mark}/u.test(said)),
    () => scheduling({ content: { smsContent: text({ text: 'Cafe\u0301 4821' }) } }),
  ),
  format`text-of-other-script: Drops what is not ASCII from a text, and finds it empty [2.2/text]`(
    refuseIf(
      someContent(
        ({ text: said }) => typeof said === 'string' && /^[^!-~]+$/.test(said) && said.trim() !== '',
      ),
      'text-not-specified',
    ),
    [
      () => scheduling({ content: { smsContent: text({ text: 'Ваш код' }) } }),
      'accepted',
      '400 text-not-specified',
    ],
  ),
  format`sms-content: Knows smsContent as SMSContent [2.1/smsContent, 1/channels]`(
    misnamed('smsContent', 'SMSContent'),
    [() => scheduling(), 'accepted', '400 content-not-specified'],
  ),
  format`chatone-content: Knows chatoneContent as chatOneContent [2.1/chatoneContent, 1/channels, 0/names]`(
    misnamed('chatoneContent', 'chatOneContent'),
    [
      () => scheduling({ cascadeId: twoStages, content: both() }),
      'accepted',
      '400 cascade-scheduling-request-not-valid',
    ],
  ),
  format`chattwo-content: Knows chattwoContent as chatTwoContent [2.1/chattwoContent, 1/channels, 0/names]`(
    misnamed('chattwoContent', 'chatTwoContent'),
    [
      () => scheduling({ cascadeId: twoStages, content: both() }),
      'accepted',
      '400 cascade-scheduling-request-not-valid',
    ],
  ),
  format`content-type-header: Refuses application/json [4.1/header-content-type]`(
    refuseIf(
      (_, { headers }) => headers['content-type'] === 'application/json',
      'unsupported-media-type',
      undefined,
      415,
    ),
    [() => scheduling(), 'accepted', '415 unsupported-media-type'],
  ),
  format`body-encoding: Reads the body as Latin-1 [4.1/request-body, 4.1/header-content-type]`(
    refuseIf((_, { body }) => body.some((byte) => byte > 127), 'matched-template-not-found'),
    [() => scheduling({ content: { smsContent: text({ text: 'Grüße' }) } }), 'accepted', malformed],
  ),
  format`method: Wants PUT instead of POST [4.1/method, 4.2/methods]`(
    rewrite((call) =>
      isSchedulingPath(call.path) ? { ...call, method: call.method === 'PUT' ? 'POST' : 'PUT' } : call,
    ),
    [() => scheduling(), 'accepted', '405 method-not-allowed'],
  ),
  format`any-method: Schedules with PUT, too [7.1/method-not-allowed, 4.2/methods]`(
    rewrite((call) =>
      isSchedulingPath(call.path) && call.method === 'PUT' ? { ...call, method: 'POST' } : call,
    ),
    [() => ({ ...scheduling(), method: 'PUT' }), '405 method-not-allowed', 'accepted'],
  ),
  format`path: Schedules at /api/v2/cascade/schedule only [4.1/path]`(
    rewrite((call) => ({
      ...call,
      path: call.path.replace('/api/cascade/', '/api/v1/cascade/').replace('/api/v2/', '/api/'),
    })),
    [() => scheduling(), 'accepted', '404 not-found'],
  ),
  format`base: Has its operation at /v1 of its base address [0/base-url, 4.1/path]`(
    rewrite((call) => ({
      ...call,
      path: call.path.startsWith('/v1/')
        ? call.path.slice('/v1'.length)
        : call.path.replace(schedulingPath, '/nowhere'),
    })),
    [() => scheduling(), 'accepted', '404 not-found'],
  ),
  format`any-path: Schedules at every path below /api [7.1/not-found, 4.1/path]`(
    rewrite((call) =>
      call.path.startsWith('/api/cascade/') && call.path !== '/api/cascade/get-all'
        ? { ...call, path: schedulingPath }
        : call,
    ),
    [() => ({ ...scheduling(), path: '/api/cascade/shedule' }), '404 not-found', 'accepted'],
  ),
];
