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
    const { status, retryAfter } = await post(agent, { ...attempt, bodyMs });
    const result = String(status);
    if (status >= 200 && status < 300) return { outcome: 'accepted', result };
    if (status === 410) return { outcome: 'gone', result };
    return { outcome: 'failed', result, retryAfterMs: parseRetryAfter(retryAfter, new Date()) };
  } catch (error) {
    return { outcome: 'failed', result: reasonOf(error) };
  }
}

/** Only the code: error messages may contain an address, and results are logged. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'broken';
}

/**
 * Milliseconds to wait by a Retry-After header (RFC 9110 §10.2.3: seconds, or a date); undefined if invalid.
 */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
