import type { Dispatcher } from 'undici';

/** One request by POST. */
interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Until its status has come. */
  readonly timeoutMs: number;
  /** Afterwards, until its body has ended. */
  readonly bodyMs: number;
  /** Called right before the request is written; nothing is sent if it throws. */
  readonly check?: () => void;
  readonly signal?: AbortSignal;
}

/** A response with its final status. */
export interface Posted {
  readonly status: number;
  /** What `Retry-After` says (RFC 9110, §10.2.3). */
  readonly retryAfterMs: number | undefined;
  /** Undefined if it is longer than `bodyBytes`, took too long, or broke off. */
  readonly text: string | undefined;
}

/** How much of a body is read. Of an unused one, so that the connection can be used again. */
const bodyBytes = 16_384;

/** No status came in time. */
class LateError extends Error {
  readonly code = 'time-out';
}

/**
 * Posts once. Not by undici's `request`: it makes a stream and an abort signal for each response.
 * @throws the error of `check` or of the connection, the reason of the signal, or an error with the code
 * `time-out`: there is no
 *   status.
 */
export function post(dispatcher: Dispatcher, options: Post): Promise<Posted> {
  const { url, headers, body } = options;
  const { origin, pathname, search } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<Posted>();
  const handler = responseHandler(options, resolve, reject);
  dispatcher.dispatch({ origin, path: `${pathname}${search}`, method: 'POST', headers, body }, handler);
  return promise;
}

type ResponseHandler = Required<
  Pick<
    Dispatcher.DispatchHandler,
    'onRequestStart' | 'onResponseStart' | 'onResponseData' | 'onResponseEnd' | 'onResponseError'
  >
>;

/** Settles once. A body that is too long or too slow does not change the status. */
function responseHandler(
  { timeoutMs, bodyMs, check = () => {}, signal }: Post,
  resolve: (posted: Posted) => void,
  reject: (error: unknown) => void,
): ResponseHandler {
  let head: Pick<Posted, 'status' | 'retryAfterMs'> | undefined;
  let chunks: Buffer[] | undefined = [];
  let bytes = 0;
  let isOver = false;
  let connection: Dispatcher.DispatchController | undefined;
  let timer = setTimeout(late, timeoutMs);
  signal?.addEventListener('abort', withdraw);

  function end(error?: unknown): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', withdraw);
    if (error !== undefined) chunks = undefined;
    if (head === undefined) reject(error);
    else resolve({ ...head, text: chunks && Buffer.concat(chunks).toString('utf8') });
  }

  function hangUp(error: unknown): void {
    end(error);
    connection?.abort(new Error('hung up'));
  }

  function late(): void {
    hangUp(new LateError('no response in time'));
  }

  function withdraw(): void {
    hangUp(signal?.reason);
  }

  return {
    // What it throws fails this request alone: the connection stays for others.
    onRequestStart(controller) {
      if (isOver) throw new Error('it is over');
      check();
      connection = controller;
    },
    onResponseStart(_, status, answered) {
      // An interim response, such as 103.
      if (status < 200) return;
      const { 'retry-after': retryAfter } = answered;
      const after = typeof retryAfter === 'string' ? retryAfter : undefined;
      head = { status, retryAfterMs: parseRetryAfter(after, new Date()) };
      clearTimeout(timer);
      timer = setTimeout(late, bodyMs);
    },
    onResponseData(_, chunk) {
      bytes += chunk.length;
      if (bytes > bodyBytes) hangUp(new Error('the body is too long'));
      else chunks?.push(chunk);
    },
    onResponseEnd: () => end(),
    onResponseError: (_, error) => end(error),
  };
}

/** Milliseconds, by seconds or by a date; undefined without either. */
function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
