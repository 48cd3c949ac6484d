import type { paths } from '@cascade/types';
import type { Client } from 'openapi-fetch';
import createClient from 'openapi-fetch';
import type { CallPolicy, ClientOptions } from './options.ts';

/** How a call ended: its last attempt, and whether an attempt may have been carried out. */
export interface EndedCall extends Attempt {
  readonly attempts: number;
  /** Whether the last answer is a success. */
  readonly isAccepted: boolean;
  /** Whether any attempt may have been carried out although its answer does not show it. */
  readonly isOpen: boolean;
}

/** Whether an answer is a success; else a 2xx is as good as none. */
export type Accepts = (attempt: Attempt) => boolean;

const anySuccess: Accepts = ({ response }) => response?.ok === true;

/** Sends a request until it gets a final answer or the policy allows no further attempt. */
export async function call(
  post: Post,
  body: object,
  policy: CallPolicy,
  accepts: Accepts = anySuccess,
): Promise<EndedCall> {
  const json = JSON.stringify(body);
  let attempts = 0;
  let isOpen = false;
  while (!policy.signal?.aborted) {
    const last = await attempt(post, json, policy);
    const isAccepted = accepts(last);
    isOpen ||= !isAccepted && mayBeCarriedOut(last);
    attempts += 1;
    const isFinal = isAccepted || !isTransient(last);
    const delay = isFinal ? undefined : retryDelay(attempts, last.response, policy);
    if (delay === undefined) return { ...last, attempts, isAccepted, isOpen };
    await stopAfter(delay, policy.signal).stopped.catch(() => {});
  }
  return { kind: 'aborted', cause: policy.signal.reason, attempts, isAccepted: false, isOpen };
}

/**
 * Any 2xx and 5xx counts: a gateway may have lost or replaced the answer, and the provider may fail after its
 * commit.
 */
function mayBeCarriedOut({ response, cause }: Attempt): boolean {
  return response ? response.ok || isFault(response) : !neverConnected.test(Object(Object(cause).cause).code);
}

/** Whether a retry may succeed: no complete answer, a 2xx that is not a success, 408, 429 or 5xx. */
function isTransient({ kind, response }: Attempt): boolean {
  if (kind !== 'answered') return kind !== 'aborted';
  return response?.ok || response?.status === 429 || isFault(response);
}

function isFault(response: Response | undefined): boolean {
  return Number(response?.status) > 499 || response?.status === 408;
}

/** Error codes of Node's `fetch` for a connection that was never established. */
const neverConnected = /REFUSED|NOTFOUND|AI_AGAIN/;

/** How one attempt ended. Only `answered` has a complete response. */
export interface Attempt {
  readonly kind: 'answered' | 'timeout' | 'connection' | 'aborted';
  /** Set once the response headers have arrived, even if the attempt failed later. */
  readonly response?: Response | undefined;
  /** The body of a complete response: its text, or parsed JSON if the status is not 2xx. */
  readonly body?: unknown;
  /** The error of the network, or the reason of the caller's signal. */
  readonly cause?: unknown;
}

/**
 * Sends a request once. The time-out and the caller's signal end it even if `fetch` ignores them.
 * @throws the error of building the request: nothing was sent, and a retry would fail in the same way.
 */
async function attempt(post: Post, json: string, policy: CallPolicy): Promise<Attempt> {
  const { signal, stopped, clear } = stopAfter(policy.timeoutMs, policy.signal);
  let isSent = false;
  let response: Response | undefined;
  const answer = post({
    signal,
    parseAs: 'text',
    bodySerializer: () => json,
    async fetch(request) {
      isSent = true;
      response = await policy.fetch(request);
      return response;
    },
  });
  try {
    const { data, error } = await Promise.race([answer, stopped]);
    return { kind: 'answered', response, body: data ?? error };
  } catch (cause) {
    if (!isSent) throw cause;
    if (policy.signal?.aborted) return { kind: 'aborted', response, cause: policy.signal.reason };
    return { kind: signal.aborted ? 'timeout' : 'connection', response, cause };
  } finally {
    clear();
  }
}

/**
 * The delay before the next attempt in milliseconds: exponential back-off with jitter, at least
 * `Retry-After`. Nothing if no attempt is left, or `Retry-After` exceeds the longest delay.
 */
function retryDelay(
  attempts: number,
  response: Response | undefined,
  { retry }: Pick<CallPolicy, 'retry'>,
): number | undefined {
  const backOff = Math.min(retry.maxDelayMs, retry.baseDelayMs * 2 ** (attempts - 1));
  const delay = Math.max(backOff * (1 - Math.random() / 2), retryAfterMs(response));
  return attempts < retry.attempts && delay <= retry.maxDelayMs ? delay : undefined;
}

/** `Retry-After` in milliseconds, from seconds or a date (RFC 9110 §10.2.3); 0 without one. */
function retryAfterMs(response: Response | undefined): number {
  const value = response?.headers.get('retry-after') ?? '';
  return (/^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()) || 0;
}

/** The time limit of an attempt or a delay. */
interface Stop {
  readonly signal: AbortSignal;
  /** Rejects when the signal fires. */
  readonly stopped: Promise<never>;
  /** Releases the timer and the listener. */
  clear(): void;
}

/** Fires after `ms`, or earlier with the outer signal. */
export function stopAfter(ms: number, outer: AbortSignal | undefined): Stop {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = () => {
    clear();
    controller.abort();
  };
  const clear = () => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', stop);
  };
  const timer = setTimeout(stop, ms);
  outer?.addEventListener('abort', stop);
  const stopped = new Promise<never>((_, reject) => {
    signal.onabort = reject;
  });
  return { signal, stopped, clear };
}

/** Lists with commas, as the description has them. */
const querySerializer = { array: { style: 'form', explode: false } } as const;

/** What each attempt passes to openapi-fetch. All attempts of a call share the bytes of the body. */
interface AttemptInit {
  readonly signal: AbortSignal;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly bodySerializer: () => string;
  readonly parseAs: 'text';
}

/** The typed operations of openapi-fetch. No other module imports it. */
export type Transport = Client<paths>;

/** Sends a request once; `data` is the text of a 2xx, `error` that of any other, parsed if it is JSON. */
export type Post = (init: AttemptInit) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** Credentials, a query or a fragment. */
const notOfABase = /\/\/[^/]*@|[?#]/;

/**
 * A transport for one account.
 * @throws {TypeError} if `baseUrl` is not the base of http or https URLs, or `apiKey` is blank or not a
 * header value.
 */
export function createTransport({ baseUrl, apiKey }: ClientOptions): Transport {
  // Not left to `Headers`, whose error would repeat the key.
  if (!/^[!-~][ -~]*$/.test(apiKey ?? '')) throw new TypeError('apiKey: expected an ASCII key');
  const headers = { 'x-api-key': apiKey };
  // Credentials are not repeated by an error.
  if (notOfABase.test(baseUrl) || !/^http/.test(new Request(baseUrl, { headers }).url))
    throw new TypeError('baseUrl: expected http(s)://host/path without user, query or fragment');
  // Redirects are not followed: one could send the key to another host, and post a second time.
  return createClient({ baseUrl, headers, redirect: 'manual', querySerializer });
}
