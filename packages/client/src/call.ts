import { type Attempt, attempt } from './attempt.ts';
import type { CallPolicy } from './options.ts';
import { retryDelay } from './retry-delay.ts';
import { stopAfter } from './stop-after.ts';
import type { Post } from './transport.ts';

/** How a call ended: its last attempt, and what those before left behind. */
export interface Ended extends Attempt {
  readonly attempts: number;
  /** An attempt before the last may have been carried out without our knowing. */
  readonly wasOpen: boolean;
  /** The last one may. */
  readonly isOpen: boolean;
}

/** Sends a request until it gets an answer that would not change, or the policy says that it is enough. */
export async function call(post: Post, body: object, policy: CallPolicy): Promise<Ended> {
  const json = JSON.stringify(body);
  let attempts = 0;
  let wasOpen = false;
  while (!policy.signal?.aborted) {
    const last = await attempt(post, json, policy);
    const isOpen = mayBeCarriedOut(last);
    attempts += 1;
    const delay = isTransient(last) ? retryDelay(attempts, last.response, policy) : undefined;
    if (delay === undefined) return { ...last, attempts, wasOpen, isOpen };
    wasOpen ||= isOpen;
    await stopAfter(delay, policy.signal).stopped.catch(() => {});
  }
  return { kind: 'aborted', cause: policy.signal.reason, attempts, wasOpen, isOpen: false };
}

/** Any 5xx counts: a gateway's says nothing about the provider, and the provider's own may follow the commit. */
function mayBeCarriedOut({ response, cause }: Attempt): boolean {
  return response ? isFault(response) : !neverConnected.test(Object(Object(cause).cause).code);
}

/** Whether the same request may fare better: no whole answer, 408, 429 or 5xx. */
function isTransient({ kind, response }: Attempt): boolean {
  if (kind === 'aborted' || response?.ok) return false;
  return kind !== 'answered' || response?.status === 429 || isFault(response);
}

function isFault(response: Response | undefined): boolean {
  return Number(response?.status) > 499 || response?.status === 408;
}

/** Errors of Node's `fetch` that come before a connection stands. */
const neverConnected = /REFUSED|NOTFOUND|AI_AGAIN/;
