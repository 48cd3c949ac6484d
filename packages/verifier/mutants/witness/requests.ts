import { randomUUID } from 'node:crypto';
import { type ProblemCase, readContract, requestOfCase } from '@cascade/contract';
import type { KnownUndeliveredReason } from '@cascade/types';
import { demoAddressOf } from '@cascade/types/demo-numbers';
import { Webhook } from 'standardwebhooks';
import type { ClauseId } from '../generated/cited.ts';
import { isObject, type Json, type JsonObject, schedulingPath } from '../proxy/wire.ts';
import type { Ask, AskedRequest, SeenCallback } from './witness.ts';

/** Cascades of the samples and the demo accounts. */
const smsAlone = 2002;
export const chattwo = 4010;
/** CHATONE, then CHATTWO. */
export const twoStages = 31634;
/** CHATTWO, CHATONE, SMS. */
export const threeStages = 1_000_000;
/** SMS, then CHATONE, with the older coverage check (ADR-0004). */
export const olderCheck = 50505;

/** SMS by a sender signature that is not activated. */
export const notActivated = 909;

/** A scheduling request that the demo account may send, with new ids, but for the part. */
export function scheduling(
  part: JsonObject = {},
  headers: Readonly<Record<string, string>> = {},
): AskedRequest {
  return {
    method: 'POST',
    path: schedulingPath,
    headers: { 'content-type': 'application/json', 'x-api-key': 'demo-key', ...headers },
    body: {
      requestId: randomUUID(),
      cascadeId: smsAlone,
      subscriberFilter: { address: '+12025550100', type: 'PHONE' },
      content: { smsContent: textContent() },
      ...part,
    },
  };
}

/** A request and its repetition: the same body twice. */
export function twice(): readonly AskedRequest[] {
  const request = scheduling();
  return [request, request];
}

/** {@link scheduling} with the key of another account. */
export function scheduledBy(key: string, part: JsonObject = {}): AskedRequest {
  return scheduling(part, { 'x-api-key': key });
}

/** Asks with {@link scheduling}. */
export function asked(part: JsonObject = {}, headers: Readonly<Record<string, string>> = {}): Ask {
  return () => scheduling(part, headers);
}

/** Asks for one SMS message. */
export function sms(content: Json): Ask {
  return asked({ content: { smsContent: content } });
}

/** Asks for one chattwo message. */
export function chat(content: Json): Ask {
  return asked({ cascadeId: chattwo, content: { chattwoContent: content } });
}

/** Asks with a text in each of these members of `content`. */
export function texts(cascadeId: number, ...members: readonly string[]): Ask {
  return asked({ cascadeId, content: Object.fromEntries(members.map((member) => [member, textContent()])) });
}

/** The members of {@link scheduling}, to leave some out. */
export function members(): JsonObject {
  const { body } = scheduling();
  return typeof body === 'object' ? body : {};
}

export function textContent(more: JsonObject = {}): JsonObject {
  return { contentType: 'TEXT', text: randomUUID(), ...more };
}

export function image(more: JsonObject = {}): JsonObject {
  return { contentType: 'IMAGE', attachmentUrl: 'https://files.example.test/shoe.jpg', ...more };
}

export function document(more: JsonObject = {}): JsonObject {
  return { contentType: 'DOCUMENT', attachmentUrl: 'https://files.example.test/contract.pdf', ...more };
}

export function place(more: JsonObject): JsonObject {
  return { contentType: 'LOCATION', ...more };
}

/** A list picker with these sections of items. */
export function picker(...sections: readonly (readonly JsonObject[])[]): JsonObject {
  return { contentType: 'LIST_PICKER', listPicker: { sections: sections.map((items) => ({ items })) } };
}

export function buttons(...types: readonly string[]): JsonObject {
  return textContent({
    buttons: types.map((type, at) => ({ type, text: `Button ${at}`, action: `open-${at}` })),
  });
}

/** As many quick replies with these payloads. */
export function replies(...payloads: readonly string[]): JsonObject {
  const all = payloads.map((payload, at) => ({
    type: 'QUICK_REPLY',
    text: `Button ${at}`,
    action: 'reply',
    payload,
  }));
  return textContent({ buttons: all });
}

/** A message whose outcome is reported; with the default address it is delivered. */
export function listenerMessage(
  address = '+12025550199',
  channel: 'SMS' | 'CHATTWO' = 'CHATTWO',
  words: string = randomUUID(),
): AskedRequest {
  const said = textContent({ text: words });
  const content = channel === 'SMS' ? { smsContent: said } : { chattwoContent: said };
  const cascadeId = channel === 'SMS' ? smsAlone : chattwo;
  return scheduling({ cascadeId, subscriberFilter: { address, type: 'PHONE' }, content });
}

/** A message that ends with the reason: the simulated gateway has a number for each (ADR-0038). */
export function provoking(
  reason: KnownUndeliveredReason,
  channel: 'SMS' | 'CHATTWO' = 'CHATTWO',
): AskedRequest {
  return listenerMessage(demoAddressOf(reason), channel);
}

/** The longest SMS of the service behind the witnesses. */
export const lengthLimit = 160;

/** Signs the callbacks of the listening accounts. */
export const callbackSecret = `whsec_${Buffer.from('a secret for the tests only').toString('base64')}`;

/** Whether the Standard Webhooks library accepts the signature. */
export function isSignedRightly({ headers, text: body }: SeenCallback): boolean {
  try {
    new Webhook(callbackSecret).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  }
}

/**
 * A documented code, its title and its status, and a request, the last if there are several, that is answered
 * with it.
 */
interface Provocation {
  readonly code: string;
  readonly title: string;
  readonly status: number;
  readonly clause: ClauseId;
  readonly ask: Ask;
}

/** All codes of §7.1 that a consumer can provoke: all but the one for faults of the server. */
export const provocations: readonly Provocation[] = readContract()
  .problems.filter(({ provenance, status }) => provenance === 'documented' && status < 500)
  .flatMap(({ code, title, status, clauses: [clause], cases: [first] }) =>
    clause === undefined || first === undefined
      ? []
      : // The contract has no other: it is checked when it is read.
        [{ code, title, status, clause: clause as ClauseId, ask: () => askFor(first) }],
  );

/** The request of a case with a new id; twice if it must have been sent before. */
function askFor(one: ProblemCase): ReturnType<Ask> {
  const { body, ...rest } = requestOfCase(one);
  const request = { ...rest, body: withNewId(body as Json) };
  return one.request.sentBefore === true ? [request, request] : request;
}

function withNewId(body: Json): JsonObject {
  return isObject(body) ? { ...body, requestId: randomUUID() } : {};
}
