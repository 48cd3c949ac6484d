import type { SchedulingRequest } from '@cascade/types';
import {
  bodyLimitInBytes,
  type CascadeShape,
  judgeCallbackRegistration,
  judgeCascadeList,
  judgeMediaType,
  judgeScheduling,
  methodNotAllowed,
  notFound,
  parseBody,
  payloadTooLarge,
  type RequestProblem,
} from '@cascade/validator';
import type { TestAccount } from './account.ts';
import { problemAnswer } from './interference.ts';

/** The state of the provider that one request needs. */
export interface RequestContext {
  readonly accounts: ReadonlyMap<string, TestAccount>;
  readonly onScheduled: (request: SchedulingRequest) => void;
}

type Operation = (body: unknown, account: TestAccount, context: RequestContext) => Response;

const operations: Readonly<Record<string, Operation>> = {
  '/api/cascade/schedule': scheduleMessage,
  '/api/cascade/get-all': (body, { cascades }) =>
    refuse(judgeCascadeList(body)) ?? Response.json(cascades.map(listed)),
  '/api/callback/set': (body) => refuse(judgeCallbackRegistration(body)) ?? Response.json(body),
};

/** Answers in the order of ADR-0010: URL, method, key, media type, size, JSON, then the rules of §4.1. */
export async function answerRequest(request: Request, context: RequestContext): Promise<Response> {
  const path = Object.keys(operations).find((path) => new URL(request.url).pathname.endsWith(path));
  const perform = path === undefined ? undefined : operations[path];
  if (perform === undefined) return problemOf(notFound(request.url));
  if (request.method !== 'POST') return problemOf(methodNotAllowed(['POST']));
  const account = context.accounts.get(request.headers.get('x-api-key') ?? '');
  if (account === undefined) return problemAnswer('auth-error');
  const preferred = /example=([^,;\s]+)/.exec(request.headers.get('prefer') ?? '')?.[1];
  if (preferred !== undefined) return problemAnswer(preferred);
  const mediaType = judgeMediaType(Object.fromEntries(request.headers));
  if (mediaType !== undefined) return problemOf(mediaType);
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > bodyLimitInBytes) return problemOf(payloadTooLarge());
  const body = parseBody(bytes);
  return 'problem' in body ? problemOf(body.problem) : perform(body.value, account, context);
}

function scheduleMessage(body: unknown, account: TestAccount, { onScheduled }: RequestContext): Response {
  const refused = refuse(judgeScheduling(body, account.facts).problem);
  if (refused !== undefined) return refused;
  const request = accepted(body);
  account.accept(request.requestId, request.cascadeId);
  onScheduled(request);
  return Response.json({ requestId: request.requestId });
}

/** Narrows a body that passed the rules: they are compiled from the schema of this type. */
function accepted(body: unknown): SchedulingRequest {
  if (isSchedulingRequest(body)) return body;
  throw new Error('the rules accepted a body that is not a scheduling request');
}

function isSchedulingRequest(body: unknown): body is SchedulingRequest {
  return typeof body === 'object' && body !== null && 'requestId' in body && 'cascadeId' in body;
}

function refuse(problem: RequestProblem | undefined): Response | undefined {
  return problem && problemOf(problem);
}

function problemOf({ code, detail }: RequestProblem): Response {
  return problemAnswer(code, { detail });
}

/** A cascade as the provider lists it: each stage holds the next one (ADR-0013). */
function listed({ id, stages }: CascadeShape) {
  const nested = stages.reduceRight<readonly object[]>(
    (next, { uuid, channel }, index) => [
      { uuid, order: index + 1, decision: null, subject: { id: 1, type: channel }, stages: next },
    ],
    [],
  );
  return { id, name: `cascade ${id}`, status: 'ACTIVE', stagesCount: stages.length, stages: nested };
}
