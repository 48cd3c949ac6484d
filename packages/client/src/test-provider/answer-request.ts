import { pathOfLenientList, readListRequest } from '@cascade/lenient-requests';
import type { ListCascadesRequest, SchedulingRequest } from '@cascade/types';
import {
  bodyLimitInBytes,
  judgeCallbackRegistration,
  judgeCascadeList,
  judgeMediaType,
  judgeMessageHistory,
  methodNotAllowed,
  notFound,
  parseBody,
  payloadTooLarge,
  type RequestProblem,
} from '@cascade/validator';
import type { TestAccount } from './account.ts';
import { isCaseName, provokingRequest } from './cases.ts';
import { problemAnswer } from './interference.ts';
import { listed } from './list-cascades.ts';
import { historyPage } from './message-history.ts';

/** The state of the provider that one request needs. */
export interface RequestContext {
  readonly accounts: ReadonlyMap<string, TestAccount>;
  readonly onScheduled: (request: SchedulingRequest) => void;
}

type Operation = (body: unknown, account: TestAccount, context: RequestContext) => Response;

const operations: Readonly<Record<string, Operation>> = {
  '/api/cascade/schedule': scheduleMessage,
  '/api/cascade/get-all': listCascades,
  '/api/messages/history': listMessages,
  '/api/callback/set': (body) => refuse(judgeCallbackRegistration(body)) ?? Response.json(body),
};

/** Answers in the order of ADR-0010: URL, method, key, media type, size, JSON, then the rules of §4.1. */
export async function answerRequest(request: Request, context: RequestContext): Promise<Response> {
  const account = context.accounts.get(request.headers.get('x-api-key') ?? '');
  const perform = operationOf(new URL(request.url).pathname, account);
  if (perform === undefined) return problemOf(notFound(request.url));
  if (request.method !== 'POST') return problemOf(methodNotAllowed(['POST']));
  if (account === undefined) return problemAnswer('auth-error');
  const preferred = /example=([^,;\s]+)/.exec(request.headers.get('prefer') ?? '')?.[1];
  if (preferred !== undefined) return preferredAnswer(preferred);
  const mediaType = judgeMediaType(Object.fromEntries(request.headers));
  if (mediaType !== undefined) return problemOf(mediaType);
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > bodyLimitInBytes) return problemOf(payloadTooLarge());
  const body = parseBody(bytes);
  return 'problem' in body ? problemOf(body.problem) : perform(body.value, account, context);
}

/** The example of the description by its name, or the problem of a code. */
function preferredAnswer(name: string): Response {
  if (!isCaseName(name)) return problemAnswer(name);
  const { code, detail } = provokingRequest(name);
  return problemAnswer(code, { detail });
}

/** The host may have a path of its own; a slash at the end of a list's path counts if the account lets it in. */
function operationOf(pathname: string, account: TestAccount | undefined): Operation | undefined {
  const described = Object.keys(operations).find((path) => pathname.endsWith(path));
  if (described !== undefined) return operations[described];
  if (account?.lenient.listRequests !== true) return undefined;
  return Object.entries(operations).find(
    ([path]) => pathname.endsWith(`${path}/`) && pathOfLenientList(`${path}/`) === path,
  )?.[1];
}

function scheduleMessage(body: unknown, account: TestAccount, { onScheduled }: RequestContext): Response {
  const result = account.schedule(body);
  if ('code' in result) return problemOf(result);
  onScheduled(result.request);
  return Response.json({ requestId: result.request.requestId });
}

function listCascades(sent: unknown, { cascades, lenient }: TestAccount): Response {
  const body = readListRequest(sent, lenient);
  const { offset = 0, limit = cascades.length }: ListCascadesRequest = Object(body);
  return refuse(judgeCascadeList(body)) ?? Response.json(cascades.slice(offset, offset + limit).map(listed));
}

function listMessages(sent: unknown, { messages, lenient }: TestAccount): Response {
  const body = readListRequest(sent, lenient);
  return refuse(judgeMessageHistory(body)) ?? Response.json(historyPage(messages, Object(body)));
}

function refuse(problem: RequestProblem | undefined): Response | undefined {
  return problem && problemOf(problem);
}

function problemOf({ code, detail }: RequestProblem): Response {
  return problemAnswer(code, { detail });
}
