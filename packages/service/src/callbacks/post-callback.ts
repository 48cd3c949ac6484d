import { type Agent, request } from 'undici';
import { parseRetryAfter } from './retry-after.ts';

/** The request of one callback attempt. */
export interface CallbackAttempt {
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

/** How much of an unused response body is read so that the connection can be reused. */
const drained = { bytes: 16_384, milliseconds: 1_000 } as const;

/**
 * Posts once. Never rejects: a 2xx in time is success, 410 disables the receiver, everything else fails
 * (ADR-0018).
 */
export async function postCallback(
  agent: Agent,
  { url, headers, body, timeoutMs }: CallbackAttempt,
): Promise<AttemptResult> {
  const patience = new AbortController();
  const { signal } = patience;
  const giveUp = () => patience.abort();
  let timer = setTimeout(giveUp, timeoutMs);
  try {
    const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body, signal });
    // The status decides. A body that is too long or too slow does not change it.
    clearTimeout(timer);
    timer = setTimeout(giveUp, drained.milliseconds);
    await answer.body.dump({ limit: drained.bytes, signal }).catch(() => {});
    const result = String(answer.statusCode);
    if (answer.statusCode >= 200 && answer.statusCode < 300) return { outcome: 'accepted', result };
    if (answer.statusCode === 410) return { outcome: 'gone', result };
    const retryAfterMs = parseRetryAfter(answer.headers['retry-after'], new Date());
    return { outcome: 'failed', result, retryAfterMs };
  } catch (error) {
    return { outcome: 'failed', result: signal.aborted ? 'time-out' : reasonOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** Only the code: error messages may contain an address, and results are logged. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'broken';
}
