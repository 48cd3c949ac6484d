import type { LenientSwitches } from '@cascade/lenient-requests';

/** Configuration of a client. */
export interface ClientOptions {
  /**
   * Base address of the provider, e.g. `https://cascade.example`, without credentials, query or fragment; in
   * a browser it may be relative.
   */
  readonly baseUrl: string;
  /** The account's API key; travels in `x-api-key` (§5). */
  readonly apiKey: string;
  /** Sends a request; `globalThis.fetch`, looked up at each call, if absent. */
  readonly fetch?: Fetch;
  /** Time-out of one attempt; 10,000 if absent. */
  readonly timeoutMs?: number;
  /** Retries; `false` sends every request once. */
  readonly retry?: RetryOptions | false;
  /**
   * The older request shapes that the account lets in (ADR-0027): `schedule` takes and sends them as they
   * are.
   */
  readonly lenient?: Partial<LenientSwitches>;
  /**
   * Whether the provider keeps the ids of accepted requests only (ADR-0007). Then `requestId-is-not-unique`
   * after an attempt of unknown outcome is a success with `replayed`; otherwise, and if absent, the outcome
   * stays `unknown`.
   */
  readonly usedIdMeansAccepted?: boolean;
}

/** Configuration of a client that takes older request shapes too. */
export interface LenientClientOptions extends ClientOptions {
  readonly lenient: Partial<LenientSwitches>;
}

/** The part of the Fetch API that is used: one request, one response. */
export type Fetch = (request: Request) => Promise<Response>;

/** Number and delays of retries. Every attempt sends the same bytes. */
export interface RetryOptions {
  /** Most attempts, including the first; 3 if absent. */
  readonly attempts?: number;
  /** Delay after the first attempt, doubled after each; jitter shortens it by up to half. 250 if absent. */
  readonly baseDelayMs?: number;
  /** The longest delay. If `Retry-After` asks for more, the call fails at once. 30,000 if absent. */
  readonly maxDelayMs?: number;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call at once, during an attempt or between two. */
  readonly signal?: AbortSignal;
  /** Time-out of one attempt; the client's if absent. */
  readonly timeoutMs?: number;
}

/** The options of one call, with defaults applied. */
export interface CallPolicy {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  readonly retry: Required<RetryOptions>;
}

const defaultRetry = { attempts: 3, baseDelayMs: 250, maxDelayMs: 30_000 };

/** Applies the defaults to the options of a call. */
export function policyOf(client: ClientOptions, call: CallOptions = {}): CallPolicy {
  return {
    signal: call.signal,
    timeoutMs: call.timeoutMs ?? client.timeoutMs ?? 10_000,
    fetch: client.fetch ?? globalThis.fetch,
    retry: { ...defaultRetry, ...(client.retry === false ? { attempts: 1 } : client.retry) },
  };
}
