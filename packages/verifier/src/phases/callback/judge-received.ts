import { canonicalReason } from '@cascade/types';
import { Webhook } from 'standardwebhooks';
import type { Profile } from '../../generated/profile.ts';
import { isObject, type JsonObject, parseJson } from '../../json.ts';
import { type AnswerFault, errorOf, inconclusive, type Verdict, verdictOf } from '../../oracle/fault.ts';
import { lacking } from '../../scenario/unavailable.ts';
import { type CallbackContext, type StatusEvent, statusEvents } from './callback-context.ts';
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
  'any event': ({ inbox }) =>
    inbox.count() > 0 ? { kind: 'match' } : inconclusive('no callback came; see the reasons'),
  signature: ({ callback, inbox }) => judgeSignatures(inbox.received, callback.secret),
  'media type': ({ inbox }) => judgeCallbackType(inbox.received),
  members: judgeMembers,
  'order of events': judgeOrderOfEvents,
  'ids of events': judgeIds,
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

interface MembersContext extends Pick<CallbackContext, 'profile'> {
  readonly inbox: Pick<CallbackContext['inbox'], 'received'>;
  readonly shapes: Pick<CallbackContext['shapes'], 'judgePayload'>;
}

/**
 * Judges every received callback by the payload of the description, and cascade and channel by the profile;
 * the source shows none of it (§6).
 */
export function judgeMembers({ profile, inbox, shapes }: MembersContext): Verdict {
  const events = inbox.received.flatMap(({ body }) => {
    const event = parseJson(body);
    return isObject(event) ? [{ event, body }] : [];
  });
  if (events.length === 0) return noCallback;
  const faults = events.flatMap(({ event, body }) => {
    const shape = shapes.judgePayload(body);
    return shape.length > 0 ? shape : foreignMembers(profile, event);
  });
  const seen = new Set<string>();
  return verdictOf(
    faults.filter(({ expected }) => {
      const isNew = !seen.has(expected);
      seen.add(expected);
      return isNew;
    }),
  );
}

/** Members that name no cascade and no channel of the account. */
function foreignMembers({ cascades: usual, callback }: Profile, event: JsonObject): AnswerFault[] {
  const cascades = [
    ...usual,
    ...Object.values(callback?.reasons ?? {}).flatMap(({ cascade }) => cascade ?? []),
  ];
  const known: Readonly<Record<string, readonly unknown[]>> = {
    cascadeId: cascades.map(({ id }) => id),
    channelType: [...new Set(cascades.flatMap(({ stages }) => stages.map(({ channel }) => channel)))],
  };
  return Object.entries(known).flatMap(([name, values]) => {
    if (!(name in event) || values.includes(event[name])) return [];
    const expected = `/${name} must be one of ${values.join(', ')}`;
    return [errorOf('callback', expected, JSON.stringify(event[name]), '6/payload')];
  });
}

/**
 * `statusAt` must rise strictly from one status of a stage to the next (ADR-0037). Callbacks may still arrive
 * in another order (ADR-0018), so two statuses at one instant are a hint, and the order of arrival is not
 * judged.
 */
function judgeOrderOfEvents({ inbox }: CallbackContext): Verdict {
  const seen = new Map<string, string>();
  let compared = 0;
  for (const { body } of inbox.received) {
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

/**
 * A receiver takes the callbacks with one webhook-id for attempts of one event, and drops all but the first
 * (ADR-0018).
 */
function judgeIds({ callback, inbox }: CallbackContext): Verdict {
  const first = new Map<string, StatusEvent>();
  for (const event of statusEvents(inbox.received, callback)) {
    const { 'webhook-id': id } = event.received.headers;
    if (id === undefined || typeof event.requestId !== 'string') continue;
    const other = first.get(id);
    if (other === undefined) first.set(id, event);
    else if (changeOf(event) !== changeOf(other)) {
      const expected = 'a webhook-id of its own for each change of status';
      const actual = `the webhook-id ${id} for ${changeOf(other)} and for ${changeOf(event)}`;
      return verdictOf([errorOf('callback', expected, actual)]);
    }
  }
  return first.size === 0 ? inconclusive('no callback has a webhook-id and a request id') : { kind: 'match' };
}

function changeOf({ requestId, status }: StatusEvent): string {
  return `${status} of ${String(requestId).toLowerCase()}`;
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
