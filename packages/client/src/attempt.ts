import type { CallPolicy } from './options.ts';
import { stopAfter } from './stop-after.ts';
import type { Post } from './transport.ts';

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
export async function attempt(post: Post, json: string, policy: CallPolicy): Promise<Attempt> {
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
