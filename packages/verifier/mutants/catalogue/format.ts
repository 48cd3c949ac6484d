import { randomUUID } from 'node:crypto';
import { acceptInsteadOf, editBody, refuseContent, refuseIf, rewrite } from '../changes.ts';
import type { MakeChange, Mutant } from '../mutant.ts';
import { mutantsOf } from '../mutant.ts';
import {
  isObject,
  isSchedulingPath,
  type Json,
  type JsonObject,
  renamed,
  schedulingPath,
} from '../proxy/wire.ts';
import { asked, chat, image, scheduling, sms, textContent, twoStages } from '../witness/requests.ts';
import type { Ask } from '../witness/witness.ts';

const addressOf = ({ subscriberFilter }: JsonObject): string =>
  isObject(subscriberFilter) ? String(subscriberFilter.address) : '';

const format = mutantsOf('format');

/** Refuses what has the shape that the source asks for, under the code for malformed requests. */
const refuses = mutantsOf(
  'format',
  ({ is, ask }: { readonly is: (body: JsonObject) => boolean; readonly ask: Ask }) => ({
    change: refuseIf(is, 'matched-template-not-found'),
    ask,
  }),
);

/** The same for what a member of a content object holds. */
const refusesIn = mutantsOf(
  'format',
  ({
    name,
    is,
    ask,
  }: {
    readonly name: string;
    readonly is: (value: string) => boolean;
    readonly ask: Ask;
  }) => ({
    change: refuseContent(
      ({ [name]: value }) => typeof value === 'string' && is(value),
      'matched-template-not-found',
    ),
    ask,
  }),
);

/** Calls a content object by a name of its own, so that the documented one is not known. */
function misnamed(name: string, own: string): MakeChange {
  return editBody((body) =>
    isObject(body.content) ? { ...body, content: renamed(body.content, name, own) } : body,
  );
}

const toPhone = (address: string): Ask => asked({ subscriberFilter: { address, type: 'PHONE' } });
const withId =
  (write: () => string): Ask =>
  () =>
    scheduling({ requestId: write() });
const both = asked({
  cascadeId: twoStages,
  content: { chatoneContent: textContent(), chattwoContent: textContent() },
});
const isText = (value: Json | undefined): value is string => typeof value === 'string';

/** The call, if it schedules, by another method. */
const byMethod = (method: (before: string) => string) =>
  rewrite((call) => (isSchedulingPath(call.path) ? { ...call, method: method(call.method) } : call));
/** The call at another path. */
const at = (path: (before: string) => string) => rewrite((call) => ({ ...call, path: path(call.path) }));

export const formatMutants: readonly Mutant[] = [
  format({
    id: 'request-id-any',
    says: 'Takes any word for a requestId',
    cites: ['2.1/requestId'],
    change: acceptInsteadOf('matched-template-not-found', ({ requestId }) => isText(requestId)),
    ask: withId(() => `order-${randomUUID()}`),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  refuses({
    id: 'request-id-version-4',
    says: 'Takes UUIDs of version 4 only',
    cites: ['2.1/requestId'],
    is: ({ requestId }) => isText(requestId) && /^.{14}[^4]/.test(requestId),
    ask: withId(() => randomUUID().replace(/^(.{14})4/, '$17')),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
  refuses({
    id: 'request-id-lower-case',
    says: 'Takes UUIDs in lower case only',
    cites: ['2.1/requestId'],
    is: ({ requestId }) => isText(requestId) && requestId !== requestId.toLowerCase(),
    ask: withId(() => randomUUID().toUpperCase().replace(/^./, 'A')),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
  refuses({
    id: 'address-plus',
    says: 'Refuses the plus of the international format',
    cites: ['2.1/address-phone', '2.1/address'],
    is: (body) => addressOf(body).startsWith('+'),
    ask: asked(),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
  refuses({
    id: 'address-country',
    says: 'Takes numbers of one country only',
    cites: ['2.1/address-phone'],
    is: (body) => /^\+?[2-9]/.test(addressOf(body)),
    ask: toPhone('+441632960100'),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
  refuses({
    id: 'address-length',
    says: 'Takes numbers of eleven digits only',
    cites: ['2.1/address-phone'],
    is: (body) => /^\+(\d{1,10}|\d{12,})$/.test(addressOf(body)),
    ask: toPhone('+4915100000000'),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
  refuses({
    id: 'type-phone',
    says: 'Does not know PHONE',
    cites: ['2.1/type-PHONE', '2.1/type'],
    is: ({ subscriberFilter }) => isObject(subscriberFilter) && subscriberFilter.type === 'PHONE',
    ask: asked(),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
  refusesIn({
    id: 'content-type-case',
    says: 'Knows contentType in lower case',
    cites: ['2.2/contentType-values', '2.2/contentType'],
    name: 'contentType',
    is: (type) => type !== type.toLowerCase(),
    ask: asked(),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
  refusesIn({
    id: 'content-type-image',
    says: 'Does not know IMAGE',
    cites: ['2.2/contentType-values'],
    name: 'contentType',
    is: (type) => type === 'IMAGE',
    ask: chat(image({ caption: 'Your shoe' })),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
  refusesIn({
    id: 'caption-plain',
    says: 'Takes captions of letters only',
    cites: ['2.2/caption'],
    name: 'caption',
    is: (caption) => !/^\w*$/.test(caption),
    ask: chat(image({ caption: 'Your shoe' })),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
  refusesIn({
    id: 'text-unicode',
    says: 'Takes texts in ASCII only',
    cites: ['2.2/text'],
    name: 'text',
    is: (said) => [...said].some((one) => one > '~'),
    ask: sms(textContent({ text: 'Grüße, 4821' })),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
  refusesIn({
    id: 'text-combining',
    says: 'Takes no text with a combining mark',
    cites: ['2.2/text'],
    name: 'text',
    is: (said) => /\p{Mark}/u.test(said),
    ask: sms(textContent({ text: 'Cafe\u0301 4821' })),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
  format({
    id: 'text-of-other-script',
    says: 'Drops what is not ASCII from a text, and finds it empty',
    cites: ['2.2/text'],
    change: refuseContent(
      ({ text: said }) => isText(said) && /^[^!-~]+$/.test(said) && said.trim() !== '',
      'text-not-specified',
    ),
    ask: sms(textContent({ text: 'Ваш код' })),
    plain: 'accepted',
    changed: '400 text-not-specified',
  }),
  format({
    id: 'sms-content',
    says: 'Knows smsContent as SMSContent',
    cites: ['2.1/smsContent', '1/channels'],
    change: misnamed('smsContent', 'SMSContent'),
    ask: asked(),
    plain: 'accepted',
    changed: '400 content-not-specified',
  }),
  format({
    id: 'chatone-content',
    says: 'Knows chatoneContent as chatOneContent',
    cites: ['2.1/chatoneContent', '1/channels', '0/names'],
    change: misnamed('chatoneContent', 'chatOneContent'),
    ask: both,
    plain: 'accepted',
    changed: '400 cascade-scheduling-request-not-valid',
  }),
  format({
    id: 'chattwo-content',
    says: 'Knows chattwoContent as chatTwoContent',
    cites: ['2.1/chattwoContent', '1/channels', '0/names'],
    change: misnamed('chattwoContent', 'chatTwoContent'),
    ask: both,
    plain: 'accepted',
    changed: '400 cascade-scheduling-request-not-valid',
  }),
  format({
    id: 'content-type-header',
    says: 'Refuses application/json',
    cites: ['4.1/header-content-type'],
    change: refuseIf(
      (_, { headers }) => headers['content-type'] === 'application/json',
      'unsupported-media-type',
      undefined,
      415,
    ),
    ask: asked(),
    plain: 'accepted',
    changed: '415 unsupported-media-type',
  }),
  format({
    id: 'body-encoding',
    says: 'Reads the body as Latin-1',
    cites: ['4.1/request-body', '4.1/header-content-type'],
    change: refuseIf((_, { body }) => body.some((byte) => byte > 127), 'matched-template-not-found'),
    ask: sms(textContent({ text: 'Grüße' })),
    plain: 'accepted',
    changed: '400 matched-template-not-found',
  }),
  format({
    id: 'method',
    says: 'Wants PUT instead of POST',
    cites: ['4.1/method', '4.2/methods'],
    change: byMethod((before) => (before === 'PUT' ? 'POST' : 'PUT')),
    ask: asked(),
    plain: 'accepted',
    changed: '405 method-not-allowed',
  }),
  format({
    id: 'any-method',
    says: 'Schedules with PUT, too',
    cites: ['7.1/method-not-allowed', '4.2/methods'],
    change: byMethod((before) => (before === 'PUT' ? 'POST' : before)),
    ask: () => ({ ...scheduling(), method: 'PUT' }),
    plain: '405 method-not-allowed',
    changed: 'accepted',
  }),
  format({
    id: 'path',
    says: 'Schedules at /api/v2/cascade/schedule only',
    cites: ['4.1/path'],
    change: at((path) => path.replace('/api/cascade/', '/api/v1/cascade/').replace('/api/v2/', '/api/')),
    ask: asked(),
    plain: 'accepted',
    changed: '404 not-found',
  }),
  format({
    id: 'base',
    says: 'Has its operation at /v1 of its base address',
    cites: ['0/base-url', '4.1/path'],
    change: at((path) =>
      path.startsWith('/v1/') ? path.slice('/v1'.length) : path.replace(schedulingPath, '/nowhere'),
    ),
    ask: asked(),
    plain: 'accepted',
    changed: '404 not-found',
  }),
  format({
    id: 'any-path',
    says: 'Schedules at every path below /api',
    cites: ['7.1/not-found', '4.1/path'],
    change: at((path) =>
      path.startsWith('/api/cascade/') && path !== '/api/cascade/get-all' ? schedulingPath : path,
    ),
    ask: () => ({ ...scheduling(), path: '/api/cascade/shedule' }),
    plain: '404 not-found',
    changed: 'accepted',
  }),
];
