import type { KnownUndeliveredReason, StatusEvent, UndeliveredReason } from '@cascade/types';
import { longestId } from './event-store.ts';

/**
 * A copy of the catalogue's aliases: the catalogue itself would make the core a tenth larger. A test compares
 * both.
 */
export const otherSpellings: ReadonlyMap<string, KnownUndeliveredReason> = new Map([
  ['not-template-match', 'no-template-match'],
]);

/** The listed spelling of a reason (§7.4); any other reason is returned unchanged. */
export function listedSpelling(reason: string): UndeliveredReason {
  return otherSpellings.get(reason) ?? reason;
}

/**
 * A status event (§6), read tolerantly: members that are missing or of another type are `null`; additional
 * ones are in `raw`. Editors complete the listed statuses and reasons; others are accepted (§9).
 */
export interface ReceivedEvent {
  /**
   * The same in every callback attempt: the `webhook-id`, or for a callback without one a key of `requestId`
   * (else `messageId`), `cascadeStageUUID`, `status` and `statusAt`. `null` if these do not identify the
   * event: without `requestId` and `messageId`, or without `cascadeStageUUID` and `statusAt`, or with more
   * than 255 characters. Such an event is handled each time it is sent.
   */
  readonly id: string | null;
  /**
   * The request id that scheduled the message; `null` if the provider omits it, mostly with a `messageId`.
   */
  readonly requestId: string | null;
  readonly status: StatusEvent['status'];
  /** Why the message was not delivered (§7.4), in the listed spelling; `raw.error` is as it was sent. */
  readonly reason: UndeliveredReason | null;
  /** When the status changed, ISO 8601. Events may arrive out of order: sort them by this. */
  readonly statusAt: string | null;
  readonly channelType: Exclude<StatusEvent['channelType'], undefined> | null;
  /** Distinguishes the stages of a cascade, each of which sends its own events. */
  readonly cascadeStageUUID: string | null;
  readonly cascadeId: number | null;
  readonly messageId: number | null;
  readonly subject: string | null;
  readonly subjectId: number | null;
  /** The comment of the request. */
  readonly comment: string | null;
  /** Everything that was sent, as it was sent. */
  readonly raw: Readonly<Record<string, unknown>>;
}

type Raw = ReceivedEvent['raw'];

type ReadEvent =
  | { readonly event: ReceivedEvent; readonly fault?: never; readonly other?: never }
  /** With `other`, a JSON object that is not about the status of a message. */
  | { readonly event?: never; readonly fault: string; readonly other?: Raw };

/**
 * Reads the event in a body, or returns why it is invalid. Required are `status` and either `requestId` or
 * `messageId` (ADR-0015). `requestId: null` is accepted alone: the provider knows no request, and would only
 * repeat what is refused.
 */
export function readEvent(webhookId: string | null, body: ArrayBuffer | Uint8Array): ReadEvent {
  const raw = parseJson(body);
  if (!isObject(raw)) return { fault: 'The body is not a JSON object in UTF-8.' };
  const { messageId } = raw;
  const requestId = text(raw.requestId);
  const status = text(raw.status);
  if (status === null || (requestId === null && raw.requestId !== null && given(messageId) === null)) {
    const fault = 'A status event has status, and requestId or messageId.';
    const isOther = raw.status == null || (raw.requestId ?? messageId) == null;
    return isOther ? { fault, other: raw } : { fault };
  }
  const reason = text(raw.error);
  return {
    event: {
      id: webhookId ?? fallbackId(raw),
      requestId,
      status,
      reason: reason === null ? null : listedSpelling(reason),
      statusAt: text(raw.statusAt),
      channelType: text(raw.channelType),
      cascadeStageUUID: text(raw.cascadeStageUUID),
      cascadeId: number(raw.cascadeId),
      messageId: number(messageId),
      subject: text(raw.subject),
      subjectId: number(raw.subjectId),
      comment: text(raw.comment),
      raw,
    },
  };
}

/** The `id` of an event without `webhook-id`. */
function fallbackId({ requestId, messageId, cascadeStageUUID, status, statusAt }: Raw): string | null {
  // JSON tells a messageId, which is a number, from a requestId.
  const message = given(requestId) ?? given(messageId);
  const stage = given(cascadeStageUUID);
  const at = given(statusAt);
  if (message === null || (stage ?? at) === null) return null;
  const key = JSON.stringify([message, stage, status, at]);
  return key.length > longestId ? null : key;
}

/** Returns undefined for a body that is not JSON in UTF-8. */
function parseJson(body: ArrayBuffer | Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The string, or null; an empty string counts as missing. */
function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The string or number, or null: ids and times come as either. */
function given(value: unknown): string | number | null {
  return text(value) ?? number(value);
}

function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
