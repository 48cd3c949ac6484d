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
const refuses = mutantsOf('format', (is: (body: JsonObject) => boolean, ask: Ask) => [
  refuseIf(is, 'matched-template-not-found'),
  ask,
]);

/** The same for what a member of a content object holds. */
const refusesIn = mutantsOf('format', (name: string, is: (value: string) => boolean, ask: Ask) => [
  refuseContent(({ [name]: value }) => typeof value === 'string' && is(value), 'matched-template-not-found'),
  ask,
]);

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
  format`request-id-any: Takes any word for a requestId [2.1/requestId]
    ${acceptInsteadOf('matched-template-not-found', ({ requestId }) => isText(requestId))}
    ${withId(() => `order-${randomUUID()}`)} 400 matched-template-not-found → accepted`,
  refuses`request-id-version-4: Takes UUIDs of version 4 only [2.1/requestId]
    ${({ requestId }) => isText(requestId) && /^.{14}[^4]/.test(requestId)}
    ${withId(() => randomUUID().replace(/^(.{14})4/, '$17'))} accepted → 400 matched-template-not-found`,
  refuses`request-id-lower-case: Takes UUIDs in lower case only [2.1/requestId]
    ${({ requestId }) => isText(requestId) && requestId !== requestId.toLowerCase()}
    ${withId(() => randomUUID().toUpperCase().replace(/^./, 'A'))} accepted → 400 matched-template-not-found`,
  refuses`address-plus: Refuses the plus of the international format [2.1/address-phone, 2.1/address]
    ${(body) => addressOf(body).startsWith('+')} ${asked()} accepted → 400 matched-template-not-found`,
  refuses`address-country: Takes numbers of one country only [2.1/address-phone]
    ${(body) => /^\+?[2-9]/.test(addressOf(body))}
    ${toPhone('+441632960100')} accepted → 400 matched-template-not-found`,
  refuses`address-length: Takes numbers of eleven digits only [2.1/address-phone]
    ${(body) => /^\+(\d{1,10}|\d{12,})$/.test(addressOf(body))}
    ${toPhone('+4915100000000')} accepted → 400 matched-template-not-found`,
  refuses`type-phone: Does not know PHONE [2.1/type-PHONE, 2.1/type]
    ${({ subscriberFilter }) => isObject(subscriberFilter) && subscriberFilter.type === 'PHONE'}
    ${asked()} accepted → 400 matched-template-not-found`,
  refusesIn`content-type-case: Knows contentType in lower case [2.2/contentType-values, 2.2/contentType]
    ${'contentType'} ${(type) => type !== type.toLowerCase()}
    ${asked()} accepted → 400 matched-template-not-found`,
  refusesIn`content-type-image: Does not know IMAGE [2.2/contentType-values]
    ${'contentType'} ${(type) => type === 'IMAGE'}
    ${chat(image({ caption: 'Your shoe' }))} accepted → 400 matched-template-not-found`,
  refusesIn`caption-plain: Takes captions of letters only [2.2/caption]
    ${'caption'} ${(caption) => !/^\w*$/.test(caption)}
    ${chat(image({ caption: 'Your shoe' }))} accepted → 400 matched-template-not-found`,
  refusesIn`text-unicode: Takes texts in ASCII only [2.2/text]
    ${'text'} ${(said) => [...said].some((one) => one > '~')}
    ${sms(textContent({ text: 'Grüße, 4821' }))} accepted → 400 matched-template-not-found`,
  refusesIn`text-combining: Takes no text with a combining mark [2.2/text]
    ${'text'} ${(said) => /\p{Mark}/u.test(said)}
    ${sms(textContent({ text: 'Cafe\u0301 4821' }))} accepted → 400 matched-template-not-found`,
  format`text-of-other-script: Drops what is not ASCII from a text, and finds it empty [2.2/text]
    ${refuseContent(
      ({ text: said }) => isText(said) && /^[^!-~]+$/.test(said) && said.trim() !== '',
      'text-not-specified',
    )}
    ${sms(textContent({ text: 'Ваш код' }))} accepted → 400 text-not-specified`,
  format`sms-content: Knows smsContent as SMSContent [2.1/smsContent, 1/channels]
    ${misnamed('smsContent', 'SMSContent')} ${asked()} accepted → 400 content-not-specified`,
  format`chatone-content: Knows chatoneContent as chatOneContent [2.1/chatoneContent, 1/channels, 0/names]
    ${misnamed('chatoneContent', 'chatOneContent')} ${both} accepted → 400 cascade-scheduling-request-not-valid`,
  format`chattwo-content: Knows chattwoContent as chatTwoContent [2.1/chattwoContent, 1/channels, 0/names]
    ${misnamed('chattwoContent', 'chatTwoContent')} ${both} accepted → 400 cascade-scheduling-request-not-valid`,
  format`content-type-header: Refuses application/json [4.1/header-content-type]
    ${refuseIf(
      (_, { headers }) => headers['content-type'] === 'application/json',
      'unsupported-media-type',
      undefined,
      415,
    )}
    ${asked()} accepted → 415 unsupported-media-type`,
  format`body-encoding: Reads the body as Latin-1 [4.1/request-body, 4.1/header-content-type]
    ${refuseIf((_, { body }) => body.some((byte) => byte > 127), 'matched-template-not-found')}
    ${sms(textContent({ text: 'Grüße' }))} accepted → 400 matched-template-not-found`,
  format`method: Wants PUT instead of POST [4.1/method, 4.2/methods]
    ${byMethod((before) => (before === 'PUT' ? 'POST' : 'PUT'))} ${asked()} accepted → 405 method-not-allowed`,
  format`any-method: Schedules with PUT, too [7.1/method-not-allowed, 4.2/methods]
    ${byMethod((before) => (before === 'PUT' ? 'POST' : before))}
    ${() => ({ ...scheduling(), method: 'PUT' })} 405 method-not-allowed → accepted`,
  format`path: Schedules at /api/v2/cascade/schedule only [4.1/path]
    ${at((path) => path.replace('/api/cascade/', '/api/v1/cascade/').replace('/api/v2/', '/api/'))}
    ${asked()} accepted → 404 not-found`,
  format`base: Has its operation at /v1 of its base address [0/base-url, 4.1/path]
    ${at((path) => (path.startsWith('/v1/') ? path.slice('/v1'.length) : path.replace(schedulingPath, '/nowhere')))}
    ${asked()} accepted → 404 not-found`,
  format`any-path: Schedules at every path below /api [7.1/not-found, 4.1/path]
    ${at((path) => (path.startsWith('/api/cascade/') && path !== '/api/cascade/get-all' ? schedulingPath : path))}
    ${() => ({ ...scheduling(), path: '/api/cascade/shedule' })} 404 not-found → accepted`,
];
