import { pathOfLenientList } from '@cascade/lenient-requests';
import { isObject } from '@cascade/validator';
import { defined } from '../defined.ts';
import type { NewBehaviour, ReceivedRequest } from '../generated/control.ts';
import type { MockAnswer } from '../mock.ts';
import { type MockRequest, pathOf } from '../request.ts';
import type { Received } from './received.ts';

/** Answers a request, of which these are known. */
export type Answerer = (
  request: MockRequest,
  known: { readonly account: string | undefined; readonly operation: string | undefined },
) => Promise<{ readonly answer: MockAnswer; readonly behaviour: NewBehaviour | undefined }>;

/** What the mock knows of a request beside its answer. */
export interface Observation {
  readonly now: () => Date;
  readonly accountOf: (key: string | readonly string[] | undefined) => { readonly name: string } | undefined;
  /** The id of the operation of a method and a path. */
  readonly operationOf: (method: string, path: string) => string | undefined;
}

const longestPath = 200;
const largestBody = 16_384;
const longestDetail = 1_000;
const mostUnread = 20;
const longestPointer = 200;

/** Answers, and remembers the request with its status. */
export async function observe(
  perform: Answerer,
  request: MockRequest,
  received: Received,
  { now, accountOf, operationOf }: Observation,
): Promise<MockAnswer> {
  const receivedAt = now().toISOString();
  const { method, target, headers } = request;
  const path = pathOf(target);
  // Before the answer: a reset meanwhile may remove the account.
  const account = accountOf(headers['x-api-key'])?.name;
  const operation = operationOf(method, path) ?? operationOf(method, pathOfLenientList(path) ?? path);
  let reading: Promise<Uint8Array | undefined> | undefined;
  let bytes: Uint8Array | undefined;
  let performed: Awaited<ReturnType<Answerer>> | undefined;
  // Once: a behaviour may look at the body before the mock does.
  const readBody = async () => {
    reading ??= request.readBody();
    bytes = await reading;
    return bytes;
  };
  try {
    performed = await perform({ ...request, readBody }, { account, operation });
    return performed.answer;
  } finally {
    const { address, body } = readKept(bytes);
    const { answer, behaviour } = performed ?? {};
    received.add({
      receivedAt,
      method,
      path: path.slice(0, longestPath),
      account: account ?? null,
      operation: operation ?? null,
      ...judgementOf(answer),
      address,
      ...defined({ behaviour, body }),
    });
  }
}

/** What the caller was answered, if the answer was not cut off whole. */
function judgementOf(
  answer: MockAnswer | undefined,
): Pick<ReceivedRequest, 'status' | 'code' | 'detail' | 'unread'> {
  if (answer === undefined || answer.cut === 'whole')
    return { status: null, code: null, detail: null, unread: [] };
  const { status, code = null, detail, unread = [] } = answer;
  return {
    status,
    code,
    detail: detail?.slice(0, longestDetail) ?? null,
    unread: unread.slice(0, mostUnread).map((pointer) => pointer.slice(0, longestPointer)),
  };
}

/** The JSON body without its secret, if it is small, and the address in it. */
export function readKept(bytes: Uint8Array | undefined): {
  readonly address: string | null;
  readonly body?: unknown;
} {
  const value = bytes === undefined || bytes.length === 0 ? undefined : parse(bytes);
  if (value === undefined) return { address: null };
  const { address = null } = Object(Object(value).subscriberFilter);
  const { secret: _, ...rest } = Object(value);
  const kept = isObject(value) ? rest : value;
  return {
    address: typeof address === 'string' ? address.slice(0, largestBody) : null,
    ...(bytes !== undefined && bytes.length <= largestBody ? { body: kept } : {}),
  };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined;
  }
}
