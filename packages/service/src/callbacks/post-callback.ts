import type { Agent, Dispatcher } from 'undici';

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

/** How much of an unused response body is read so that the connection can be reused. */
const drained = { bytes: 16_384, milliseconds: 1_000 } as const;

/**
 * Posts once. Never rejects: a 2xx in time is success, 410 disables the receiver, everything else fails
 * (ADR-0018).
 */
export function postCallback(
  agent: Agent,
  { url, headers, body, timeoutMs }: CallbackAttempt,
): Promise<AttemptResult> {
  const { promise, resolve } = Promise.withResolvers<AttemptResult>();
  const { origin, pathname, search } = new URL(url);
  const handler = answerHandler(timeoutMs, resolve);
  // Not `request`: it makes a stream and an abort signal for each answer, of which only the status is wanted.
  agent.dispatch({ origin, path: `${pathname}${search}`, method: 'POST', headers, body }, handler);
  return promise;
}

/** Settles once: when the answer has ended, when its body is too long or too slow, or after the time-out. */
function answerHandler(
  timeoutMs: number,
  settle: (result: AttemptResult) => void,
): Required<
  Pick<
    Dispatcher.DispatchHandler,
    'onRequestStart' | 'onResponseStart' | 'onResponseData' | 'onResponseEnd' | 'onResponseError'
  >
> {
  let result: AttemptResult = { outcome: 'failed', result: 'time-out' };
  let bytes = 0;
  let isOver = false;
  let connection: Dispatcher.DispatchController | undefined;
  let timer = setTimeout(hangUp, timeoutMs);

  function end(): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    settle(result);
  }

  function hangUp(): void {
    end();
    connection?.abort(new Error('hung up'));
  }

  return {
    onRequestStart(controller) {
      connection = controller;
      if (isOver) hangUp();
    },
    onResponseStart(_, status, answered) {
      // An interim answer, such as 103.
      if (status < 200) return;
      // The status decides. A body that is too long or too slow does not change it.
      result = resultOf(status, answered['retry-after']);
      clearTimeout(timer);
      timer = setTimeout(hangUp, drained.milliseconds);
    },
    onResponseData(_, chunk) {
      bytes += chunk.length;
      if (bytes > drained.bytes) hangUp();
    },
    onResponseEnd: end,
    onResponseError(_, error) {
      // After a status the connection broke within the body.
      if (result.result === 'time-out') result = { outcome: 'failed', result: reasonOf(error) };
      end();
    },
  };
}

function resultOf(status: number, retryAfter: string | string[] | undefined): AttemptResult {
  const result = String(status);
  if (status >= 200 && status < 300) return { outcome: 'accepted', result };
  if (status === 410) return { outcome: 'gone', result };
  return { outcome: 'failed', result, retryAfterMs: parseRetryAfter(retryAfter, new Date()) };
}

/** Only the code: error messages may contain an address, and results are logged. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'broken';
}

/**
 * Milliseconds to wait by a Retry-After header (RFC 9110 §10.2.3: seconds, or a date); undefined if invalid.
 */
export function parseRetryAfter(header: string | string[] | undefined, now: Date): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
