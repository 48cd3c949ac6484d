import type { StatusEvent, UndeliveredReason } from '@cascade/types';
import { listedSpelling } from './listed-spelling.ts';

/**
 * A status event (§6), read tolerantly: members that are missing or of another type are `null`; additional
 * ones are in `raw`. Editors complete the listed statuses and reasons; others are accepted (§9).
 */
export interface ReceivedEvent {
  /** The `webhook-id`, the same in every callback attempt; `null` if an unsigned callback has none. */
  readonly id: string | null;
  /** The request id that scheduled the message. */
  readonly requestId: string;
  readonly status: StatusEvent['status'];
  /** Why the message was not delivered (§7.4), in the listed spelling; `raw.error` is as it was sent. */
  readonly reason: UndeliveredReason | null;
  /** When the status changed, ISO 8601. Events may arrive in any order: sort them by this. */
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

export type ReadEvent = { readonly event: ReceivedEvent } | { readonly fault: string };

/**
 * Reads the event in a body, or returns why it is invalid. Only `requestId` and `status` are required
 * (ADR-0015).
 */
export function readEvent(id: string | null, body: Uint8Array): ReadEvent {
  const raw = parseJson(body);
  if (!isObject(raw)) return { fault: 'The body is not a JSON object in UTF-8.' };
  const requestId = text(raw.requestId);
  const status = text(raw.status);
  if (requestId === null || status === null)
    return { fault: 'A status event has the strings requestId and status, and one of them is missing.' };
  const reason = text(raw.error);
  return {
    event: {
      id,
      requestId,
      status,
      reason: reason === null ? null : listedSpelling(reason),
      statusAt: text(raw.statusAt),
      channelType: text(raw.channelType),
      cascadeStageUUID: text(raw.cascadeStageUUID),
      cascadeId: number(raw.cascadeId),
      messageId: number(raw.messageId),
      subject: text(raw.subject),
      subjectId: number(raw.subjectId),
      comment: text(raw.comment),
      raw,
    },
  };
}

/** Returns undefined for a body that is not JSON in UTF-8. */
function parseJson(body: Uint8Array): unknown {
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

function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
