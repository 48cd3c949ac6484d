import { canonicalReason } from '@cascade/types';
import { Webhook } from 'standardwebhooks';
import type { Profile } from '../../generated/profile.ts';
import { isObject, type JsonObject, parseJson } from '../../json.ts';
import { type AnswerFault, errorOf, inconclusive, type Verdict, verdictOf } from '../../oracle/fault.ts';
import { lacking } from '../../scenario/unavailable.ts';
import type { CallbackContext, StatusEvent } from './callback-context.ts';
import { explainSignature } from './explain-signature.ts';
import type { Received } from './start-receiver.ts';

/**
 * Judges whether the callbacks of a message report UNDELIVERED with the reason (§6, §7.4); `rule` is what it
 * broke.
 */
export function judgeCallback(
  reason: string,
  events: readonly StatusEvent[],
  seconds: number,
  rule: string = `7.4/${reason}`,
): Verdict {
  const expected = `a callback with UNDELIVERED and ${reason}`;
  if (events.some((event) => event.status === 'UNDELIVERED' && event.reason === canonicalReason(reason)))
    return { kind: 'match' };
  const told = events.map(written).join(', ');
  const actual = told === '' ? `no callback within ${seconds} s` : told;
  return verdictOf([errorOf('callback', expected, actual, clauseOf(reason, events, rule))]);
}

/** Status and reason, as they came. */
export function written({ status, reason }: StatusEvent): string {
  const shown = status === undefined ? 'no status' : String(status);
  return typeof reason === 'string' ? `${shown} with ${reason}` : `${shown} without a reason`;
}

function clauseOf(reason: string, events: readonly StatusEvent[], rule: string): string {
  if (events.length === 0) return '6/undelivered-event';
  const hasReason = events.some((event) => event.reason === reason);
  return hasReason ? '3/UNDELIVERED-on-callback' : rule;
}

/** What is judged on all callbacks of the run together, by procedure and in this order. */
export const judges: Readonly<Record<string, (context: CallbackContext) => Verdict>> = {
  'any event': ({ receiver: { received } }) =>
    received.length > 0 ? { kind: 'match' } : inconclusive('no callback came; see the reasons'),
  signature: ({ callback, receiver }) => judgeSignatures(receiver.received, callback.secret),
  'media type': ({ receiver }) => judgeCallbackType(receiver.received),
  members: judgeMembers,
  'order of events': judgeOrderOfEvents,
};

const noCallback = inconclusive('no callback came');

/** A deviation of callbacks from what the source does not show. */
function hint(rests: string, expected: string, actual: string): Verdict {
  const fault = {
    check: 'callback',
    clause: '6/payload',
    severity: 'hint',
    rests,
    expected,
    actual,
  } as const;
  return verdictOf([fault]);
}

/**
 * A callback with a JSON body should say so (RFC 9110 §8.3): many receivers read the body of no other type.
 * The source does not show the payload, so it is a hint.
 */
export function judgeCallbackType(received: readonly Received[]): Verdict {
  if (received.length === 0) return noCallback;
  const other = received.find(({ headers }) => !isJson(headers['content-type']));
  if (other === undefined) return { kind: 'match' };
  return hint(
    'RFC 9110 §8.3, ADR-0015',
    'callbacks with content-type: application/json',
    other.headers['content-type'] ?? 'no content-type',
  );
}

function isJson(type = ''): boolean {
  return /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type);
}

interface Member {
  readonly name: string;
  /** What the value must be, in words. */
  readonly is: string;
  readonly fits: (value: unknown) => boolean;
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const orNull =
  (fits: Member['fits']): Member['fits'] =>
  (value) =>
    value === null || fits(value);
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The eleven members that every callback must have (ADR-0015). */
function membersOf({ cascades: usual, callback }: Profile): readonly Member[] {
  const cascades = [
    ...usual,
    ...Object.values(callback?.reasons ?? {}).flatMap(({ cascade }) => cascade ?? []),
  ];
  const ids = cascades.map(({ id }) => id);
  const channels = cascades.flatMap(({ stages }) => stages.map(({ channel }) => channel as unknown));
  return [
    { name: 'requestId', is: 'a UUID', fits: (value) => uuid.test(String(value)) },
    { name: 'messageId', is: 'an integer', fits: Number.isInteger },
    { name: 'cascadeId', is: `one of ${ids.join(', ')}`, fits: (value) => ids.some((id) => id === value) },
    { name: 'cascadeStageUUID', is: 'a UUID or null', fits: orNull((value) => uuid.test(String(value))) },
    { name: 'subject', is: 'a non-empty string or null', fits: orNull(isText) },
    { name: 'subjectId', is: 'an integer or null', fits: orNull(Number.isInteger) },
    { name: 'channelType', is: 'a channel', fits: (value) => channels.includes(value) },
    { name: 'status', is: 'a non-empty string', fits: isText },
    { name: 'statusAt', is: 'an instant in UTC', fits: (value) => instant.test(String(value)) },
    { name: 'error', is: 'a non-empty string or null', fits: orNull(isText) },
    { name: 'comment', is: 'a non-empty string or null', fits: orNull((value) => typeof value === 'string') },
  ];
}

/** Checks every received callback against the assumed shape; the source shows none (§6). */
function judgeMembers({ profile, receiver }: CallbackContext): Verdict {
  const events = receiver.received.map(({ body }) => parseJson(body)).filter(isObject);
  if (events.length === 0) return noCallback;
  const members = membersOf(profile);
  const faults = events.flatMap((event) => {
    const wrong = members.filter(({ name, fits }) => !fits(event[name]));
    return wrong.length === 0 ? [] : [faultOf(event, wrong)];
  });
  return verdictOf(faults.slice(0, 1));
}

function faultOf(event: JsonObject, wrong: readonly Member[]): AnswerFault {
  const expected = wrong.map(({ name, is }) => `${name} is ${is}`).join(', ');
  const actual = wrong.map(({ name }) => `${name}: ${JSON.stringify(event[name]) ?? 'absent'}`).join(', ');
  return errorOf('callback', expected, actual, '6/payload');
}

/**
 * `statusAt` must rise strictly from one status of a stage to the next (ADR-0037). Callbacks may still arrive
 * in another order (ADR-0018), so two statuses at one instant are a hint, and the order of arrival is not
 * judged.
 */
function judgeOrderOfEvents({ receiver }: CallbackContext): Verdict {
  const seen = new Map<string, string>();
  let compared = 0;
  for (const { body } of receiver.received) {
    const event = parseJson(body);
    if (!isObject(event)) continue;
    const { requestId, messageId, cascadeStageUUID, channelType, status, statusAt } = event;
    const at = Date.parse(String(statusAt));
    if (Number.isNaN(at)) continue;
    const instant = JSON.stringify([requestId, messageId, cascadeStageUUID, channelType, at]);
    const other = seen.get(instant);
    seen.set(instant, String(status));
    compared += 1;
    if (other === undefined || other === status) continue;
    return hint(
      'ADR-0037',
      'a statusAt that rises from one status of a stage to the next',
      `${other} and ${String(status)} of the message ${String(requestId)} both at ${String(statusAt)}`,
    );
  }
  return compared < 2 ? inconclusive('fewer than two callbacks with a statusAt came') : { kind: 'match' };
}

/** Verifies every received callback with the Standard Webhooks library (ADR-0017). */
export function judgeSignatures(received: readonly Received[], secret?: string): Verdict {
  if (secret === undefined) return inconclusive(lacking('/callback/secret'));
  if (received.length === 0) return noCallback;
  const webhook = new Webhook(secret);
  const wrong = received.find((one) => !isSigned(webhook, one));
  if (wrong === undefined) return { kind: 'match' };
  const expected = 'a signature that verifies with callback.secret (Standard Webhooks)';
  return verdictOf([errorOf('callback', expected, explainSignature(secret, wrong))]);
}

function isSigned(webhook: Webhook, { body, headers }: Received): boolean {
  try {
    webhook.verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
