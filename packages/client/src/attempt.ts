import type { CallPolicy } from './options.ts';
import { stopAfter } from './stop-after.ts';
import type { Post } from './transport.ts';

/** How one attempt ended: `answered` is a whole answer, the others are none. */
export interface Attempt {
  readonly kind: 'answered' | 'timeout' | 'connection' | 'aborted';
  /** There from the moment the head of the answer arrived, however the attempt ended. */
  readonly response?: Response | undefined;
  /** Of a whole answer: its text, or its value if it is JSON and no 2xx. */
  readonly body?: unknown;
  /** What the network or the caller's signal gave as its reason. */
  readonly cause?: unknown;
}

/**
 * Sends a request once. The deadline and the caller's signal end it even if `fetch` does not listen to them.
 * @throws what building the request throws: then nothing was sent, and it is no matter of luck.
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
