import { type Attempt, attempt } from './attempt.ts';
import type { CallPolicy } from './options.ts';
import { retryDelay } from './retry-delay.ts';
import { stopAfter } from './stop-after.ts';
import type { Post } from './transport.ts';

/** How a call ended: its last attempt, and whether an attempt may have been carried out. */
export interface Ended extends Attempt {
  readonly attempts: number;
  /** Whether any attempt may have been carried out although its answer does not show it. */
  readonly isOpen: boolean;
}

/** Sends a request until it gets a final answer or the policy allows no further attempt. */
export async function call(post: Post, body: object, policy: CallPolicy): Promise<Ended> {
  const json = JSON.stringify(body);
  let attempts = 0;
  let isOpen = false;
  while (!policy.signal?.aborted) {
    const last = await attempt(post, json, policy);
    isOpen ||= mayBeCarriedOut(last);
    attempts += 1;
    const delay = isTransient(last) ? retryDelay(attempts, last.response, policy) : undefined;
    if (delay === undefined) return { ...last, attempts, isOpen };
    await stopAfter(delay, policy.signal).stopped.catch(() => {});
  }
  return { kind: 'aborted', cause: policy.signal.reason, attempts, isOpen };
}

/** Any 5xx counts: a gateway may have lost the answer, and the provider may fail after its commit. */
function mayBeCarriedOut({ response, cause }: Attempt): boolean {
  return response ? isFault(response) : !neverConnected.test(Object(Object(cause).cause).code);
}

/** Whether a retry may succeed: no complete answer, 408, 429 or 5xx. */
function isTransient({ kind, response }: Attempt): boolean {
  if (kind === 'aborted' || response?.ok) return false;
  return kind !== 'answered' || response?.status === 429 || isFault(response);
}

function isFault(response: Response | undefined): boolean {
  return Number(response?.status) > 499 || response?.status === 408;
}

/** Error codes of Node's `fetch` for a connection that was never established. */
const neverConnected = /REFUSED|NOTFOUND|AI_AGAIN/;
