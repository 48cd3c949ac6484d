import { type LenientSwitches, pathOfLenientList, switchesOf } from '@cascade/lenient-requests';
import {
  canonicalProblemCode,
  isKnownProblemCode,
  type ProblemCode,
  problemFacts,
  type SchedulingRequest,
  type StatusEvent,
  type UndeliveredReason,
} from '@cascade/types';
import {
  bodyLimitInBytes,
  judgeMediaType,
  methodNotAllowed,
  notFound,
  parseBody,
  payloadTooLarge,
  type RequestProblem,
} from '@cascade/validator';
import type { Judged } from '@cascade/validator/memory-provider';
import { parseJson } from '../parse-json.ts';
import {
  isCaseName,
  provokingRequest,
  sampleAccountsByKey,
  type TestAccount,
  type TestCascade,
} from './account.ts';

export interface TestProviderOptions {
  /** The cascades of every account; those of the samples if absent: 2002, 4010, 31634, 1000000, 50505. */
  readonly cascades?: readonly TestCascade[];
  /** The older request shapes that every account lets in (ADR-0027); none if absent. */
  readonly lenient?: Partial<LenientSwitches>;
  /** Whether a request that is refused or fails uses up its id, against ADR-0007; `false` if absent. */
  readonly usesUpFailedIds?: boolean;
}

/**
 * A provider in memory. The key `demo-key` belongs to an account with a balance, `poor-key` to one without.
 */
export interface TestProvider {
  /** For `createCascadeClient({ fetch })`, or in the place of the global `fetch`; the host is ignored. */
  readonly fetch: typeof globalThis.fetch;
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
    async fetch(input, init) {
      const request = new Request(input, init);
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

/** The state of the provider that one request needs. */
interface RequestContext {
  readonly accounts: ReadonlyMap<string, TestAccount>;
  readonly onScheduled: (request: SchedulingRequest) => void;
}

type Operation = (body: unknown, account: TestAccount, context: RequestContext) => Response;

/** An operation without a body; `query` is that of the URL. */
type ReadingOperation = (query: string, account: TestAccount) => Response;

/** By path; with POST. */
const operations: Readonly<Record<string, Operation>> = {
  '/api/cascade/schedule': scheduleMessage,
  '/api/cascade/get-all': (body, account) => respond(account.listCascades(body)),
  '/api/messages/history': (body, account) => respond(account.listMessages(body)),
  '/api/callback/set': (body, account) => respond(account.registerCallback(body)),
  '/api/message-matchers/get-by-request': (body, account) => respond(account.listTemplates(body)),
};

/** By path; with GET. */
const reading: Readonly<Record<string, ReadingOperation>> = {
  '/api/channel-profile': (query, account) => Response.json(account.listChannelProfiles(query)),
};

/** Answers in the order of ADR-0010: URL, method, key, media type, size, JSON, then the rules of §4.1. */
async function answerRequest(request: Request, context: RequestContext): Promise<Response> {
  const account = context.accounts.get(request.headers.get('x-api-key') ?? '');
  const { pathname, search } = new URL(request.url);
  const found = routeOf(pathname, account);
  if (found === undefined) return problemOf(notFound(request.url));
  if (request.method !== found.method) return problemOf(methodNotAllowed([found.method]));
  if (account === undefined) return problemAnswer('auth-error');
  const preferred = /example=([^,;\s]+)/.exec(request.headers.get('prefer') ?? '')?.[1];
  if (preferred !== undefined) return preferredAnswer(preferred);
  if (found.method === 'GET') return found.perform(search, account);
  const mediaType = judgeMediaType(Object.fromEntries(request.headers));
  if (mediaType !== undefined) return problemOf(mediaType);
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > bodyLimitInBytes) return problemOf(payloadTooLarge());
  const body = parseBody(bytes);
  return 'problem' in body ? problemOf(body.problem) : found.perform(body.value, account, context);
}

/** The example of the description by its name, or the problem of a code. */
function preferredAnswer(name: string): Response {
  if (!isCaseName(name)) return problemAnswer(name);
  const { code, detail } = provokingRequest(name);
  return problemAnswer(code, { detail });
}

type Route =
  | { readonly method: 'POST'; readonly perform: Operation }
  | { readonly method: 'GET'; readonly perform: ReadingOperation };

const routes: readonly (readonly [path: string, Route])[] = [
  ...Object.entries(operations).map(([path, perform]) => [path, { method: 'POST', perform }] as const),
  ...Object.entries(reading).map(([path, perform]) => [path, { method: 'GET', perform }] as const),
];

/**
 * The host may have a path of its own; a slash at the end of a list's path counts if the account lets it in.
 */
function routeOf(pathname: string, account: TestAccount | undefined): Route | undefined {
  const described = routes.find(([path]) => pathname.endsWith(path));
  if (described !== undefined) return described[1];
  if (account?.lenient.listRequests !== true) return undefined;
  return routes.find(
    ([path]) => pathname.endsWith(`${path}/`) && pathOfLenientList(`${path}/`) === path,
  )?.[1];
}

function scheduleMessage(body: unknown, account: TestAccount, { onScheduled }: RequestContext): Response {
  const judged = account.schedule(body);
  if ('problem' in judged) return problemOf(judged.problem);
  onScheduled(judged.answer);
  return Response.json({ requestId: judged.answer.requestId });
}

function respond(judged: Judged<object>): Response {
  return 'problem' in judged ? problemOf(judged.problem) : Response.json(judged.answer);
}

function problemOf({ code, detail, allowed }: RequestProblem): Response {
  const answer = problemAnswer(code, { detail });
  if (allowed !== undefined) answer.headers.set('allow', allowed.join(', '));
  return answer;
}

/** How the next request is disturbed. */
export type Interference =
  /** Answered with this code, not carried out; a listed code has the catalogue's status and title. */
  | { readonly code: ProblemCode; readonly status?: number; readonly detail?: string }
  /** `request`: it is lost. `answer`: it is carried out, and its answer is lost. */
  | { readonly drop: 'request' | 'answer' }
  /** Carried out, and answered after this delay. */
  | { readonly delayMs: number }
  /** Carried out after this delay, even if the client has given up: a request held by a proxy. */
  | { readonly arrivesAfterMs: number }
  /** Answered with exactly this, as by a proxy, and not carried out. */
  | { readonly answer: { readonly status: number; readonly body: string; readonly type?: string } };

/** The problem answer of a code; status and title come from the catalogue if it is listed. */
function problemAnswer(
  code: ProblemCode,
  { status, detail }: { status?: number | undefined; detail?: string | undefined } = {},
): Response {
  const known = canonicalProblemCode(code);
  const facts = isKnownProblemCode(known) ? problemFacts(known) : { title: code, status: 400 };
  const body = {
    title: facts.title,
    status: status ?? facts.status,
    ...(detail !== undefined && { detail }),
  };
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: {
      'content-type': 'application/problem+json',
      ...(body.status === 429 || body.status === 503 ? { 'retry-after': '0' } : {}),
      ...(body.status === 405 ? { allow: 'POST' } : {}),
      ...(body.status === 401 ? { 'www-authenticate': 'ApiKey' } : {}),
    },
  });
}

/** Members of the event besides status and reason; the rest gets sample values. */
export type UndeliveredOptions = Partial<Omit<StatusEvent, 'status' | 'error'>>;

/** The body of the status callback that reports a reason (§7.4, ADR-0015). */
export function undeliveredEvent(reason: UndeliveredReason, options: UndeliveredOptions = {}): StatusEvent {
  return {
    requestId: '7c42344c-aeea-41c9-834b-eb627136f400',
    messageId: 8_681_749,
    cascadeId: 31_634,
    cascadeStageUUID: '2ede9313-0539-463a-9ec3-898506f4937a',
    subject: 'news',
    subjectId: 2,
    channelType: 'CHATTWO',
    statusAt: '2026-01-30T11:07:55Z',
    comment: null,
    ...options,
    status: 'UNDELIVERED',
    error: reason,
  };
}
