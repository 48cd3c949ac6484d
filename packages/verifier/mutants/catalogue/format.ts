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
function refuses(
  id: string,
  clauses: Mutant['clauses'],
  title: string,
  is: (body: JsonObject) => boolean,
  ask: Ask,
): Mutant {
  return format(id, clauses, title, refuseIf(is, 'matched-template-not-found'), [ask, 'accepted', malformed]);
}

/** Calls a content object by a name of its own, so that the documented one is not known. */
function misnamed(name: string, own: string): MakeChange {
  return editBody((body) =>
    isObject(body.content) ? { ...body, content: renamed(body.content, name, own) } : body,
  );
}

const both = (): JsonObject => ({ chatoneContent: text(), chattwoContent: text() });

export const formatMutants: readonly Mutant[] = [
  format(
    'request-id-any',
    ['2.1/requestId'],
    'Takes any word for a requestId',
    acceptInsteadOf('matched-template-not-found', ({ requestId }) => typeof requestId === 'string'),
    [() => scheduling({ requestId: `order-${randomUUID()}` }), malformed, 'accepted'],
  ),
  refuses(
    'request-id-version-4',
    ['2.1/requestId'],
    'Takes UUIDs of version 4 only',
    ({ requestId }) => typeof requestId === 'string' && /^.{14}[^4]/.test(requestId),
    () => scheduling({ requestId: randomUUID().replace(/^(.{14})4/, '$17') }),
  ),
  refuses(
    'request-id-lower-case',
    ['2.1/requestId'],
    'Takes UUIDs in lower case only',
    ({ requestId }) => typeof requestId === 'string' && requestId !== requestId.toLowerCase(),
    () => scheduling({ requestId: randomUUID().toUpperCase().replace(/^./, 'A') }),
  ),
  refuses(
    'address-plus',
    ['2.1/address-phone', '2.1/address'],
    'Refuses the plus of the international format',
    (body) => addressOf(body).startsWith('+'),
    () => scheduling(),
  ),
  refuses(
    'address-country',
    ['2.1/address-phone'],
    'Takes numbers of one country only',
    (body) => /^\+?[2-9]/.test(addressOf(body)),
    () => scheduling({ subscriberFilter: { address: '+441632960100', type: 'PHONE' } }),
  ),
  refuses(
    'address-length',
    ['2.1/address-phone'],
    'Takes numbers of eleven digits only',
    (body) => /^\+(\d{1,10}|\d{12,})$/.test(addressOf(body)),
    () => scheduling({ subscriberFilter: { address: '+4915100000000', type: 'PHONE' } }),
  ),
  refuses(
    'type-phone',
    ['2.1/type-PHONE', '2.1/type'],
    'Does not know PHONE',
    ({ subscriberFilter }) => isObject(subscriberFilter) && subscriberFilter.type === 'PHONE',
    () => scheduling(),
  ),
  refuses(
    'content-type-case',
    ['2.2/contentType-values', '2.2/contentType'],
    'Knows contentType in lower case',
    someContent(
      ({ contentType }) => typeof contentType === 'string' && contentType !== contentType.toLowerCase(),
    ),
    () => scheduling(),
  ),
  refuses(
    'content-type-image',
    ['2.2/contentType-values'],
    'Does not know IMAGE',
    someContent(({ contentType }) => contentType === 'IMAGE'),
    () => chat(image({ caption: 'Your shoe' })),
  ),
  refuses(
    'caption-plain',
    ['2.2/caption'],
    'Takes captions of letters only',
    someContent(({ caption }) => typeof caption === 'string' && !/^\w*$/.test(caption)),
    () => chat(image({ caption: 'Your shoe' })),
  ),
  refuses(
    'text-unicode',
    ['2.2/text'],
    'Takes texts in ASCII only',
    someContent(({ text: said }) => typeof said === 'string' && [...said].some((one) => one > '~')),
    () => scheduling({ content: { smsContent: text({ text: 'Grüße, 4821' }) } }),
  ),
  refuses(
    'text-combining',
    ['2.2/text'],
    'Takes no text with a combining mark',
    someContent(({ text: said }) => typeof said === 'string' && /\p{Mark}/u.test(said)),
    () => scheduling({ content: { smsContent: text({ text: 'Cafe\u0301 4821' }) } }),
  ),
  format(
    'text-of-other-script',
    ['2.2/text'],
    'Drops what is not ASCII from a text, and finds it empty',
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
  format(
    'sms-content',
    ['2.1/smsContent', '1/channels'],
    'Knows smsContent as SMSContent',
    misnamed('smsContent', 'SMSContent'),
    [() => scheduling(), 'accepted', '400 content-not-specified'],
  ),
  format(
    'chatone-content',
    ['2.1/chatoneContent', '1/channels', '0/names'],
    'Knows chatoneContent as chatOneContent',
    misnamed('chatoneContent', 'chatOneContent'),
    [
      () => scheduling({ cascadeId: twoStages, content: both() }),
      'accepted',
      '400 cascade-scheduling-request-not-valid',
    ],
  ),
  format(
    'chattwo-content',
    ['2.1/chattwoContent', '1/channels', '0/names'],
    'Knows chattwoContent as chatTwoContent',
    misnamed('chattwoContent', 'chatTwoContent'),
    [
      () => scheduling({ cascadeId: twoStages, content: both() }),
      'accepted',
      '400 cascade-scheduling-request-not-valid',
    ],
  ),
  format(
    'content-type-header',
    ['4.1/header-content-type'],
    'Refuses application/json',
    refuseIf(
      (_, { headers }) => headers['content-type'] === 'application/json',
      'unsupported-media-type',
      undefined,
      415,
    ),
    [() => scheduling(), 'accepted', '415 unsupported-media-type'],
  ),
  format(
    'body-encoding',
    ['4.1/request-body', '4.1/header-content-type'],
    'Reads the body as Latin-1',
    refuseIf((_, { body }) => body.some((byte) => byte > 127), 'matched-template-not-found'),
    [() => scheduling({ content: { smsContent: text({ text: 'Grüße' }) } }), 'accepted', malformed],
  ),
  format(
    'method',
    ['4.1/method', '4.2/methods'],
    'Wants PUT instead of POST',
    rewrite((call) =>
      isSchedulingPath(call.path) ? { ...call, method: call.method === 'PUT' ? 'POST' : 'PUT' } : call,
    ),
    [() => scheduling(), 'accepted', '405 method-not-allowed'],
  ),
  format(
    'any-method',
    ['7.1/method-not-allowed', '4.2/methods'],
    'Schedules with PUT, too',
    rewrite((call) =>
      isSchedulingPath(call.path) && call.method === 'PUT' ? { ...call, method: 'POST' } : call,
    ),
    [() => ({ ...scheduling(), method: 'PUT' }), '405 method-not-allowed', 'accepted'],
  ),
  format(
    'path',
    ['4.1/path'],
    'Schedules at /api/v2/cascade/schedule only',
    rewrite((call) => ({
      ...call,
      path: call.path.replace('/api/cascade/', '/api/v1/cascade/').replace('/api/v2/', '/api/'),
    })),
    [() => scheduling(), 'accepted', '404 not-found'],
  ),
  format(
    'base',
    ['0/base-url', '4.1/path'],
    'Has its operation at /v1 of its base address',
    rewrite((call) => ({
      ...call,
      path: call.path.startsWith('/v1/')
        ? call.path.slice('/v1'.length)
        : call.path.replace(schedulingPath, '/nowhere'),
    })),
    [() => scheduling(), 'accepted', '404 not-found'],
  ),
  format(
    'any-path',
    ['7.1/not-found', '4.1/path'],
    'Schedules at every path below /api',
    rewrite((call) =>
      call.path.startsWith('/api/cascade/') && call.path !== '/api/cascade/get-all'
        ? { ...call, path: schedulingPath }
        : call,
    ),
    [() => ({ ...scheduling(), path: '/api/cascade/shedule' }), '404 not-found', 'accepted'],
  ),
];
