import type { StatusEvent, UndeliveredReason } from '@cascade/types';
import { listedSpelling } from './listed-spelling.ts';

/**
 * A status event (§6), tolerant: what the sender leaves out, or gives in another type, is `null`; what it adds is in
 * `raw`. Known statuses and reasons complete in the editor, others pass (§9).
 */
export interface ReceivedEvent {
  /** The `webhook-id`, the same in every callback attempt; `null` if the sender, unsigned, gives none. */
  readonly id: string | null;
  /** Of the request that scheduled the message. */
  readonly requestId: string;
  readonly status: StatusEvent['status'];
  /** Why the message was not delivered (§7.4), in the listed one of two spellings; `raw.error` is as sent. */
  readonly reason: UndeliveredReason | null;
  /** When the status changed, ISO 8601. Events come in no promised order: order them by this. */
  readonly statusAt: string | null;
  readonly channelType: Exclude<StatusEvent['channelType'], undefined> | null;
  /** Tells the stages of a cascade apart, since each reports for itself. */
  readonly cascadeStageUUID: string | null;
  readonly cascadeId: number | null;
  readonly messageId: number | null;
  readonly subject: string | null;
  readonly subjectId: number | null;
  /** That of the request. */
  readonly comment: string | null;
  /** Everything that was sent, as it was sent. */
  readonly raw: Readonly<Record<string, unknown>>;
}

export type ReadEvent = { readonly event: ReceivedEvent } | { readonly fault: string };

/** The event in a body, or why there is none: only `requestId` and `status` are relied on (ADR-0015). */
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

/** Nothing for what is no JSON; `null`, which is JSON, is no event either. */
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

/** An empty text says nothing. */
function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
