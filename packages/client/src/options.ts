/** What a client needs to know. */
export interface ClientOptions {
  /** Base address of the provider, e.g. `https://cascade.example`; in a browser it may be relative. */
  readonly baseUrl: string;
  /** The account's API key; travels in `x-api-key` (§5). */
  readonly apiKey: string;
  /** Sends a request; `globalThis.fetch`, as it is at the time of the call, if absent. */
  readonly fetch?: Fetch;
  /** How long one attempt may take; 10 seconds if absent. */
  readonly timeoutMs?: number;
  /** How to try again; `false` sends every request once. */
  readonly retry?: RetryOptions | false;
}

/** The part of the Fetch API that is used: one request, one response. */
export type Fetch = (request: Request) => Promise<Response>;

/** When and how often a request is sent again. Every attempt carries the same bytes. */
export interface RetryOptions {
  /** How often it is sent at most, the first time included; 3 if absent. */
  readonly attempts?: number;
  /** The wait after the first attempt, doubled after each further one and shortened at random by up to half; 250 if absent. */
  readonly baseDelayMs?: number;
  /** The longest wait. If `Retry-After` asks for more, the failure is told at once. 30 seconds if absent. */
  readonly maxDelayMs?: number;
}

/** What can differ from call to call. */
export interface CallOptions {
  /** Ends the call at once: an attempt under way as well as a wait between two. */
  readonly signal?: AbortSignal;
  /** How long one attempt may take; that of the client if absent. */
  readonly timeoutMs?: number;
}

/** The options of one call, with nothing left out. */
export interface CallPolicy {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  readonly retry: Required<RetryOptions>;
}

const defaultRetry = { attempts: 3, baseDelayMs: 250, maxDelayMs: 30_000 };

/** Fills in what the options leave out. */
export function policyOf(client: ClientOptions, call: CallOptions = {}): CallPolicy {
  return {
    signal: call.signal,
    timeoutMs: call.timeoutMs ?? client.timeoutMs ?? 10_000,
    fetch: client.fetch ?? globalThis.fetch,
    retry: { ...defaultRetry, ...(client.retry === false ? { attempts: 1 } : client.retry) },
  };
}
