import { type LenientSwitches, switchesOf } from '@cascade/lenient-requests';
import type { SchedulingRequest } from '@cascade/types';
import { sampleAccountsByKey, type TestCascade } from './account.ts';
import { answerRequest } from './answer-request.ts';
import { type Interference, problemAnswer } from './interference.ts';

export interface TestProviderOptions {
  /** The cascades of every account; those of the samples if absent: 2002, 4010, 31634, 1000000, 50505. */
  readonly cascades?: readonly TestCascade[];
  /** The older request shapes that every account lets in (ADR-0027); none if absent. */
  readonly lenient?: Partial<LenientSwitches>;
}

/** A provider in memory. The key `demo-key` belongs to an account with a balance, `poor-key` to one without. */
export interface TestProvider {
  /** For `createCascadeClient({ fetch })` or any code that takes a fetch; the host is ignored. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Accepted requests in the described form, oldest first; each `requestId` as it was sent. */
  readonly scheduled: readonly SchedulingRequest[];
  /** Number of requests, including rejected and dropped ones. */
  readonly received: number;
  /** Queues interferences, one for each of the next requests. */
  next(...interferences: readonly Interference[]): void;
}

/**
 * A provider that answers by the rules of the contract, remembers accepted requests, and fails on request.
 * @throws {TypeError} if `lenient` has a name that is not that of a switch.
 */
export function createTestProvider({ cascades, lenient = {} }: TestProviderOptions = {}): TestProvider {
  const accounts = sampleAccountsByKey(switchesOf(lenient), cascades);
  const scheduled: SchedulingRequest[] = [];
  const queue: Interference[] = [];
  let received = 0;
  const answer = (request: Request) =>
    answerRequest(request, { accounts, onScheduled: (one) => void scheduled.push(one) });
  return {
    scheduled,
    get received() {
      return received;
    },
    next: (...interferences) => void queue.push(...interferences),
    async fetch(request) {
      request.signal.throwIfAborted();
      received += 1;
      return interfere(queue.shift(), request, answer);
    },
  };
}

async function interfere(
  how: Interference | undefined,
  request: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (how === undefined) return answer(request);
  if ('code' in how) return problemAnswer(how.code, how);
  if ('answer' in how) {
    const { status, body, type = 'text/html' } = how.answer;
    return new Response(body, { status, headers: { 'content-type': type } });
  }
  if ('delayMs' in how) {
    const late = await answer(request);
    await passed(how.delayMs, request.signal);
    return late;
  }
  if ('arrivesAfterMs' in how) {
    const { url, method, headers } = request;
    const sent = new Request(url, { method, headers, body: await request.arrayBuffer() });
    await new Promise((resolve) => setTimeout(resolve, how.arrivesAfterMs));
    return answer(sent);
  }
  if (how.drop === 'answer') await answer(request);
  throw new TypeError('fetch failed', { cause: new Error('the test provider dropped the connection') });
}

function passed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
