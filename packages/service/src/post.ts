import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { readRetryAfter } from '@cascade/transition';
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
  const handler = new ResponseHandler(options);
  dispatcher.dispatch({ origin, path: `${pathname}${search}`, method: 'POST', headers, body }, handler);
  return handler.posted;
}

type Handler = Required<
  Pick<
    Dispatcher.DispatchHandler,
    'onRequestStart' | 'onResponseStart' | 'onResponseData' | 'onResponseEnd' | 'onResponseError'
  >
>;

type Controller = Dispatcher.DispatchController;

/** Settles once. A body that is too long or too slow does not change the status. */
class ResponseHandler implements Handler {
  readonly #options: Post;
  readonly #answer = Promise.withResolvers<Posted>();
  #head: Omit<Posted, 'text'> | undefined;
  #coding: string | undefined;
  #chunks: Buffer[] | undefined = [];
  #bytes = 0;
  #isOver = false;
  #connection: Controller | undefined;
  #timer: NodeJS.Timeout;

  constructor(options: Post) {
    this.#options = options;
    this.#timer = this.#lateAfter(options.timeoutMs);
    options.signal?.addEventListener('abort', this.#withdraw);
  }

  /** Rejects if there is no status. */
  get posted(): Promise<Posted> {
    return this.#answer.promise;
  }

  /** What it throws fails this request alone: the connection stays for others. */
  onRequestStart(controller: Controller): void {
    if (this.#isOver) throw new Error('it is over');
    this.#options.check?.();
    this.#connection = controller;
  }

  onResponseStart(_: Controller, status: number, answered: IncomingHttpHeaders): void {
    // An interim response, such as 103.
    if (status < 200) return;
    const retryAfterMs = readRetryAfter(firstOf(answered['retry-after']), new Date());
    const [mediaType] = /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(firstOf(answered['content-type'])) ?? [];
    this.#coding = firstOf(answered['content-encoding']).trim().toLowerCase();
    this.#head = { status, retryAfterMs, mediaType };
    clearTimeout(this.#timer);
    this.#timer = this.#lateAfter(this.#options.bodyMs);
  }

  onResponseData(_: Controller, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > bodyBytes) this.#hangUp(new Error('the body is too long'));
    else this.#chunks?.push(chunk);
  }

  onResponseEnd(): void {
    this.#end();
  }

  onResponseError(_: Controller, error: Error): void {
    this.#end(error);
  }

  #lateAfter(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#hangUp(new LateError('no response in time')), milliseconds);
  }

  /** A field, since the signal has to know it again. */
  readonly #withdraw = () => this.#hangUp(this.#options.signal?.reason);

  #hangUp(error: unknown): void {
    this.#end(error);
    this.#connection?.abort(new Error('hung up'));
  }

  #end(error?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.#withdraw);
    if (error !== undefined) this.#chunks = undefined;
    if (this.#head === undefined) this.#answer.reject(error);
    else
      this.#answer.resolve({
        ...this.#head,
        text: this.#chunks && decode(Buffer.concat(this.#chunks), this.#coding),
      });
  }
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
