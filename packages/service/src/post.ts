import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
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
  /** The media type without parameters; undefined if it has none. */
  readonly mediaType: string | undefined;
  /** Undefined if it is longer than `bodyBytes`, took too long, broke off, or is not in its coding. */
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
 * `time-out`: there is no status.
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
  let head: Omit<Posted, 'text'> | undefined;
  let coding: string | undefined;
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
    else resolve({ ...head, text: chunks && decode(Buffer.concat(chunks), coding) });
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
      const retryAfterMs = parseRetryAfter(firstOf(answered['retry-after']), new Date());
      const [mediaType] = /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(firstOf(answered['content-type'])) ?? [];
      coding = firstOf(answered['content-encoding']).trim().toLowerCase();
      head = { status, retryAfterMs, mediaType };
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

/** A field may come twice. */
function firstOf(field: string | readonly string[] | undefined): string {
  return [field ?? ''].flat()[0] ?? '';
}

/** Without a byte order mark, which readers of JSON may ignore (RFC 8259, §8.1). */
const utf8 = new TextDecoder();

const decoders = { gzip: gunzipSync, 'x-gzip': gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

/** To a request that names no coding, an answer may come in any (RFC 9110, §12.5.3). */
function decode(bytes: Buffer, coding: string | undefined): string | undefined {
  const decoder = Object.entries(decoders).find(([name]) => name === coding)?.[1];
  try {
    return utf8.decode(decoder?.(bytes, { maxOutputLength: bodyBytes }) ?? bytes);
  } catch {
    return undefined;
  }
}

/** Milliseconds, by seconds or by a date in one of the three forms of HTTP; undefined without either. */
function parseRetryAfter(header: string, now: Date): number | undefined {
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  // Date.parse makes a date of a lone number, too.
  if (!/\d\d:\d\d:\d\d/.test(header)) return undefined;
  const date = Date.parse(/(?:GMT|Z|[+-]\d\d:?\d\d)$/.test(header) ? header : `${header} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
