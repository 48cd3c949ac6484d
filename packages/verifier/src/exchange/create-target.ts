import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type Dispatcher, errors, Pool } from 'undici';
import type { AnswerOrNone, HttpRequest, NoAnswer, TargetAnswer } from './http-request.ts';

const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'the connection was not made in time',
};

const untrusted =
  'its certificate is not trusted here: name the file of its authority in the variable NODE_EXTRA_CA_CERTS';

/** What helps against each failure of TLS. */
const tlsFixes: readonly (readonly [code: RegExp, fix: string])[] = [
  [/SELF_SIGNED|UNABLE_TO_(VERIFY|GET)/, untrusted],
  [/EXPIRED|NOT_YET_VALID/, 'its certificate is not valid now: renew it, or set the clock of this machine'],
  [/ALTNAME/, 'its certificate has another name: use the address that the certificate names'],
  [/EPROTO|WRONG_VERSION|PACKET_LENGTH/, 'it does not speak TLS there: try http:// instead of https://'],
];

/** Says in a few words why an exchange failed, and what helps. */
function explainFailure(error: unknown, timedOutAfter: number | undefined): NoAnswer {
  const { code = '', message } = detailsOf(error);
  if (unreachable[code] !== undefined) return { none: 'unreachable', says: unreachable[code] };
  if (timedOutAfter !== undefined || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return { none: 'time-out', says: `no whole answer in ${timedOutAfter ?? 'the given'} milliseconds` };
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) {
    const fix = tlsFixes.find(([known]) => known.test(code))?.[1];
    return { none: 'tls', says: `TLS failed (${code})${fix === undefined ? '' : `: ${fix}`}` };
  }
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError)
    return { none: 'closed', says: `its answer is not HTTP (${message})` };
  const wasReused = error instanceof errors.SocketError && (error.socket?.bytesRead ?? 0) > 0;
  const what = code === '' || code.startsWith('UND_') ? message : code;
  return { none: 'closed', says: `the connection broke (${what})`, wasReused };
}

/** The first failure of several, as with a name that has two addresses. */
function detailsOf(error: unknown): { code?: string; message: string } {
  if (error instanceof AggregateError && error.errors[0] !== undefined) return detailsOf(error.errors[0]);
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? error.code : undefined;
  return { message: error.message, ...(code === undefined ? {} : { code: String(code) }) };
}

interface TargetOptions {
  /** Base address, without a slash at the end. */
  readonly url: string;
  /** For a whole exchange; 5,000 if absent. */
  readonly timeoutInMilliseconds?: number;
  /** Of an answer; 1 MiB if absent. */
  readonly maxAnswerBytes?: number;
  /** Interrupts the run: no further request is sent. */
  readonly signal?: AbortSignal;
  readonly onSent?: () => void;
  /** Waits longer for a provider that limits requests. */
  readonly patient?: boolean;
  /** The number of requests in a row without an answer after which sending throws; 10 if absent. */
  readonly goneAfter?: number;
  /** False: 429 is an outcome as any other, and not waited for. */
  readonly waitsForLimits?: boolean;
}

/** The implementation under test. Every request to it is sent here, with limits of time and memory. */
export interface Target {
  readonly url: string;
  readonly sent: number;
  send(request: HttpRequest): Promise<AnswerOrNone>;
  /**
   * Drops all connections: after an outage an open connection may be dead. Only while nothing is under way.
   */
  renew(): void;
  close(): Promise<void>;
}

/** A target whose every request is sent by `send`. */
export function sendingBy(target: Target, send: Target['send']): Target {
  return {
    url: target.url,
    get sent() {
      return target.sent;
    },
    send,
    renew: () => target.renew(),
    close: () => target.close(),
  };
}

/** Thrown after a number of requests in a row without an answer: the run cannot go on. */
export class TargetGoneError extends Error {
  constructor(says: string) {
    super(says);
    this.name = 'TargetGoneError';
  }
}

/** Thrown when the provider limits requests for longer than the run waits. */
class RateLimitedError extends TargetGoneError {
  constructor({ headers }: TargetAnswer, { total }: Patience) {
    const asked = `429, Retry-After: ${headers['retry-after'] ?? 'none'}`;
    super(
      `the provider limits requests (${asked}); a run waits at most ${total} s for each: raise the limit of the key, or pass --patient to wait up to ${patience.patient.total} s`,
    );
    this.name = 'RateLimitedError';
  }
}

/** Thrown when the run is interrupted. */
export class InterruptedError extends TargetGoneError {
  constructor() {
    super('the run was interrupted');
    this.name = 'InterruptedError';
  }
}

const connections = 64;
/** How long a request waits for a provider that limits requests, in seconds. */
interface Patience {
  readonly once: number;
  readonly total: number;
}

const patience = { ordinary: { once: 5, total: 20 }, patient: { once: 120, total: 300 } } as const;

export function createTarget(options: TargetOptions): Target {
  const { url, timeoutInMilliseconds = 5_000, maxAnswerBytes = 1_048_576 } = options;
  const { goneAfter = 10, waitsForLimits = true } = options;
  const { origin, pathname } = new URL(url);
  const prefix = pathname.replace(/\/$/, '');
  const open = () => new Pool(origin, { connections, headersTimeout: timeoutInMilliseconds });
  let pool = open();
  let sent = 0;
  let failedInARow = 0;
  let quiet = Promise.resolve();

  async function exchange({ method, path, headers, body }: HttpRequest): Promise<AnswerOrNone> {
    sent += 1;
    options.onSent?.();
    // Not AbortSignal.timeout: its timer keeps running long after the answer has arrived.
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => controller.abort(), timeoutInMilliseconds);
    try {
      const response = await pool.request({
        method: method as Dispatcher.HttpMethod,
        path: `${prefix}${path}`.replace(/^(?!\/)/, '/'),
        headers,
        signal,
        ...(body === '' && method === 'GET' ? {} : { body }),
      });
      const bytes = await readBounded(response.body, maxAnswerBytes);
      const text = bytes && decode(bytes, flatten(response.headers)['content-encoding'], maxAnswerBytes);
      if (text === undefined)
        return { none: 'too-large', says: `the answer has more than ${maxAnswerBytes} bytes` };
      return { status: response.statusCode, headers: flatten(response.headers), text };
    } catch (error) {
      return explainFailure(error, signal.aborted ? timeoutInMilliseconds : undefined);
    } finally {
      clearTimeout(timer);
    }
  }

  function noteFailures(outcome: AnswerOrNone): AnswerOrNone {
    failedInARow = 'none' in outcome ? failedInARow + 1 : 0;
    if ('none' in outcome && failedInARow >= goneAfter)
      throw new TargetGoneError(`the target stopped answering: ${outcome.says}`);
    return outcome;
  }

  return {
    url,
    get sent() {
      return sent;
    },
    async send(request) {
      const allowed = options.patient ? patience.patient : patience.ordinary;
      let waited = 0;
      for (;;) {
        await quiet;
        if (options.signal?.aborted) throw new InterruptedError();
        const outcome = noteFailures(await exchange(request));
        if ('none' in outcome || outcome.status !== 429 || !waitsForLimits) return outcome;
        const seconds = secondsToWait(outcome);
        waited += seconds;
        if (seconds > allowed.once || waited > allowed.total) throw new RateLimitedError(outcome, allowed);
        // Whatever is to be sent waits as well: the limit is one of the account.
        quiet = wait(seconds * 1_000);
      }
    },
    renew() {
      void pool.destroy();
      pool = open();
    },
    close: () => pool.destroy(),
  };
}

/** The seconds that a provider asks for before the next request (ADR-0011), at least one. */
function secondsToWait({ headers }: TargetAnswer): number {
  const asked = headers['retry-after'] ?? '1';
  const seconds = /^\d+$/.test(asked) ? Number(asked) : (Date.parse(asked) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? 1 : Math.max(seconds, 1);
}

async function readBounded(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** With a byte order mark, if there is one: it is judged. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

const decoders = { gzip: gunzipSync, 'x-gzip': gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

/**
 * To a request that names no coding a provider may answer in any (RFC 9110 §12.5.3). Bytes that are not in
 * the coding that they claim are judged as they are; undefined if there are too many.
 */
function decode(bytes: Buffer, coding = '', maxOutputLength: number): string | undefined {
  const decoder = Object.entries(decoders).find(([name]) => name === coding.trim().toLowerCase())?.[1];
  try {
    return utf8.decode(decoder?.(bytes, { maxOutputLength }) ?? bytes);
  } catch (error) {
    return detailsOf(error).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : utf8.decode(bytes);
  }
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? ''].flat().join(', ')]),
  );
}
