import { setTimeout as wait } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import type { HttpRequest, NoAnswer, Outcome } from './http-request.ts';

const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'the connection was not made in time',
};

/** Says in a few words why an exchange failed. */
function explainFailure(error: unknown, timedOutAfter: number | undefined): NoAnswer {
  const { code = '', message } = detailsOf(error);
  if (unreachable[code] !== undefined) return { none: 'unreachable', says: unreachable[code] };
  if (timedOutAfter !== undefined || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return { none: 'time-out', says: `no whole answer in ${timedOutAfter ?? 'the given'} milliseconds` };
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code)) return { none: 'tls', says: `TLS failed (${code})` };
  return { none: 'closed', says: `the connection broke (${code === '' ? message : code})` };
}

/** The first failure of several, as with a name that has two addresses. */
function detailsOf(error: unknown): { code?: string; message: string } {
  if (error instanceof AggregateError && error.errors[0] !== undefined) return detailsOf(error.errors[0]);
  if (!(error instanceof Error)) return { message: String(error) };
  return { message: error.message, ...('code' in error ? { code: String(error.code) } : {}) };
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
  /** The number of requests in a row without an answer after which sending throws; 10 if absent. */
  readonly goneAfter?: number;
  /** How often a 429 or 503 with Retry-After is waited for, before it is the outcome; 3 if absent. */
  readonly rateLimited?: number;
}

/** The implementation under test. Every request to it is sent here, with limits of time and memory. */
export interface Target {
  readonly url: string;
  readonly sent: number;
  send(request: HttpRequest): Promise<Outcome>;
  /** Drops all connections: after an outage an open connection may be dead. Only while nothing is under way. */
  renew(): void;
  close(): Promise<void>;
}

/** Thrown after a number of requests in a row without an answer: the run cannot go on. */
export class TargetGoneError extends Error {
  constructor(says: string) {
    super(says);
    this.name = 'TargetGoneError';
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
const longestWaitInSeconds = 5;

export function createTarget(options: TargetOptions): Target {
  const { url, timeoutInMilliseconds = 5_000, maxAnswerBytes = 1_048_576 } = options;
  const { goneAfter = 10, rateLimited = 3 } = options;
  const { origin, pathname } = new URL(url);
  const prefix = pathname.replace(/\/$/, '');
  const open = () => new Pool(origin, { connections, headersTimeout: timeoutInMilliseconds });
  let pool = open();
  let sent = 0;
  let failedInARow = 0;

  async function exchange({ method, path, headers, body }: HttpRequest): Promise<Outcome> {
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
      const text = await readBounded(response.body, maxAnswerBytes);
      if (text === undefined)
        return { none: 'too-large', says: `the answer has more than ${maxAnswerBytes} bytes` };
      return { status: response.statusCode, headers: flatten(response.headers), text };
    } catch (error) {
      return explainFailure(error, signal.aborted ? timeoutInMilliseconds : undefined);
    } finally {
      clearTimeout(timer);
    }
  }

  function noteFailures(outcome: Outcome): Outcome {
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
      for (let limited = 0; ; limited += 1) {
        if (options.signal?.aborted) throw new InterruptedError();
        const outcome = noteFailures(await exchange(request));
        const seconds = secondsToWait(outcome);
        if (seconds === undefined || limited >= rateLimited) return outcome;
        await wait(seconds * 1_000);
      }
    },
    renew() {
      void pool.destroy();
      pool = open();
    },
    close: () => pool.destroy(),
  };
}

/** 429 and 503 with Retry-After are waited for, not judged (ADR-0011). */
function secondsToWait(outcome: Outcome): number | undefined {
  if ('none' in outcome) return undefined;
  const { status, headers } = outcome;
  const seconds = Number(headers['retry-after']);
  const isShort = seconds >= 0 && seconds <= longestWaitInSeconds;
  return (status === 429 || status === 503) && isShort ? seconds : undefined;
}

async function readBounded(body: AsyncIterable<Uint8Array>, most: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? ''].flat().join(', ')]),
  );
}
