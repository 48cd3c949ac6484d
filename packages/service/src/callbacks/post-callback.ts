import { createHmac } from 'node:crypto';
import type { PlannedStage } from '@cascade/transition';
import type { StatusEvent } from '@cascade/types';
import type { Agent } from 'undici';
import { post } from '../post.ts';

/** The request of one callback attempt. */
interface CallbackAttempt {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

/** How a callback attempt ended. `result` is for the table: the HTTP status, or an error code without one. */
export type AttemptResult =
  | { readonly outcome: 'accepted'; readonly result: string }
  | { readonly outcome: 'gone'; readonly result: string }
  | { readonly outcome: 'failed'; readonly result: string; readonly retryAfterMs?: number | undefined };

/** Milliseconds in which the unused body of a response must end, so that the connection can be used again. */
const bodyMs = 1_000;

/**
 * Posts once. Never rejects: a 2xx in time is success, 410 disables the receiver, everything else fails
 * (ADR-0018).
 */
export async function postCallback(agent: Agent, attempt: CallbackAttempt): Promise<AttemptResult> {
  try {
    const { status, retryAfterMs } = await post(agent, { ...attempt, bodyMs });
    const result = String(status);
    if (status >= 200 && status < 300) return { outcome: 'accepted', result };
    if (status === 410) return { outcome: 'gone', result };
    return { outcome: 'failed', result, retryAfterMs };
  } catch (error) {
    return { outcome: 'failed', result: reasonOf(error) };
  }
}

/** Only the code: error messages may contain an address, and results are logged. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'broken';
}

/** The signed parts of a callback attempt. */
interface Signable {
  /** The `webhook-id`, the same in every attempt. */
  readonly id: string;
  readonly body: string;
  /** The time of this attempt. */
  readonly at: Date;
}

/**
 * The three headers of Standard Webhooks 1.0.0 (ADR-0017), with one `v1` signature per secret. Without
 * secrets the signature header is absent.
 */
export function signatureHeaders(
  { id, body, at }: Signable,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = `${id}.${timestamp}.${body}`;
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp };
  if (secrets.length === 0) return headers;
  return { ...headers, 'webhook-signature': secrets.map((secret) => sign(content, secret)).join(' ') };
}

function sign(content: string, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

/** A status event as stored. */
export interface StoredStatusEvent {
  readonly requestIdAsSent: string;
  readonly messageId: number;
  readonly cascadeId: number;
  readonly comment: string | null;
  /** Null if no stage is concerned. */
  readonly stage: PlannedStage | null;
  readonly status: string;
  readonly reason: string | null;
  readonly at: Date;
}

/** The body of a callback: one flat JSON object of eleven members (ADR-0015). */
export function statusEventBody(event: StoredStatusEvent): string {
  const { stage } = event;
  const body: Required<StatusEvent> = {
    requestId: event.requestIdAsSent,
    messageId: event.messageId,
    cascadeId: event.cascadeId,
    cascadeStageUUID: stage?.uuid ?? null,
    subject: stage?.subject ?? null,
    subjectId: stage?.subjectId ?? null,
    // The schema forbids null here. The list is open, so an empty string means that no stage is concerned.
    channelType: stage?.channel ?? '',
    status: event.status,
    statusAt: event.at.toISOString(),
    error: event.reason,
    comment: event.comment,
  };
  return JSON.stringify(body);
}
