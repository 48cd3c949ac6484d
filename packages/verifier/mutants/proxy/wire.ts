import { type Json, type JsonObject, readObject, toBytes } from './json.ts';

/** A request on its way to the provider. */
export interface Call {
  readonly method: string;
  /** With the query, below the base address. */
  readonly path: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Header names as they were written. */
  readonly writtenNames: readonly string[];
  readonly body: Buffer;
}

/** An answer on its way back. Header names are sent as written here. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** `chunked`: in pieces, without a length. `hang-up`: the connection breaks instead. */
  readonly manner?: 'chunked' | 'hang-up';
}

/** A status event on its way to the receiver. */
export interface Callback {
  readonly headers: Readonly<Record<string, string>>;
  readonly event: JsonObject;
  /** `right` if absent: that of the provider, or a fresh one where the change touched what it covers. */
  readonly signature?: 'right' | 'wrong' | 'none';
}

export const schedulingPath = '/api/cascade/schedule';
export const registrationPath = '/api/callback/set';

/** A call of the send operation (§4.1). */
export function isScheduling({ method, path }: Call): boolean {
  return method === 'POST' && isSchedulingPath(path);
}

export function isSchedulingPath(path: string): boolean {
  return path.split('?')[0]?.endsWith(schedulingPath) === true;
}

export function isAccepted({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

export function requestBody(call: Call): JsonObject {
  return readObject(call.body) ?? {};
}

export function withRequestBody(call: Call, body: Json): Call {
  return { ...call, body: toBytes(body) };
}

export function withHeader(call: Call, name: string, value: string): Call {
  return { ...call, headers: { ...call.headers, [name]: value } };
}

export function withAnswerBody(answer: Answer, body: Json): Answer {
  return { ...answer, body: toBytes(body) };
}

/** The spelling of §7.1 for the one code that has two. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['cascade-scheduling-request-not-valid', 'cascade-scheduling-request-is-not-valid'],
]);

/** The code of a problem body; nothing if the answer is none. */
export function codeOf(answer: Answer): string | undefined {
  if (answer.status < 400) return undefined;
  const title = readObject(answer.body)?.title;
  return typeof title === 'string' ? (spellings.get(title) ?? title) : undefined;
}
