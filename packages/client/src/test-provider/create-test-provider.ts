import { type LenientSwitches, switchesOf } from '@cascade/lenient-requests';
import type { SchedulingRequest } from '@cascade/types';
import { parseJson } from '../parse-json.ts';
import { sampleAccountsByKey, type TestCascade } from './account.ts';
import { answerRequest } from './answer-request.ts';
import { type Interference, problemAnswer } from './interference.ts';

export interface TestProviderOptions {
  /** The cascades of every account; those of the samples if absent: 2002, 4010, 31634, 1000000, 50505. */
  readonly cascades?: readonly TestCascade[];
  /** The older request shapes that every account lets in (ADR-0027); none if absent. */
  readonly lenient?: Partial<LenientSwitches>;
  /** Whether a request that is refused or fails uses up its id, against ADR-0007; `false` if absent. */
  readonly usesUpFailedIds?: boolean;
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
export function createTestProvider({
  cascades,
  lenient = {},
  usesUpFailedIds = false,
}: TestProviderOptions = {}): TestProvider {
  const accounts = sampleAccountsByKey(switchesOf(lenient), cascades);
  const scheduled: SchedulingRequest[] = [];
  const queue: Interference[] = [];
  let received = 0;
  const answerByRules: Answer = (request) =>
    answerRequest(request, { accounts, onScheduled: (one) => void scheduled.push(one) });
  const guard = usesUpFailedIds ? failedIdsGuard() : undefined;
  return {
    scheduled,
    get received() {
      return received;
    },
    next: (...interferences) => void queue.push(...interferences),
    async fetch(request) {
      request.signal.throwIfAborted();
      received += 1;
      const how = queue.shift();
      const judge: Answer = async (sent) =>
        how !== undefined && 'code' in how ? problemAnswer(how.code, how) : answerByRules(sent);
      return interfere(how, request, guard ? (sent) => guard(sent, judge) : judge);
    },
  };
}

type Answer = (request: Request) => Promise<Response>;

/** Refuses an id that has come with a request which was not accepted. */
function failedIdsGuard(): (request: Request, answer: Answer) => Promise<Response> {
  const failed = new Set<string>();
  return async (request, answer) => {
    if (!request.url.endsWith('/api/cascade/schedule')) return answer(request);
    const { requestId }: { requestId?: unknown } = Object(parseJson(await request.clone().text()));
    const id = `${request.headers.get('x-api-key')} ${requestId}`;
    if (failed.has(id)) return problemAnswer('requestId-is-not-unique');
    const response = await answer(request);
    if (!response.ok) failed.add(id);
    return response;
  };
}

async function interfere(how: Interference | undefined, request: Request, answer: Answer): Promise<Response> {
  if (how === undefined || 'code' in how) return answer(request);
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
