import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Dispatcher, request } from 'undici';

/** What JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that the bytes hold, or nothing. */
export function readObject(bytes: Buffer): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(bytes.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function toBytes(value: Json): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** The object without some members. */
export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** The object with a member under another name, in the same place. */
export function renamed(object: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name === from ? to : name, value]),
  );
}

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
export interface ProxyAnswer {
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
  /** The registered address. */
  readonly receiver: string;
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

export function isSuccessful({ status }: ProxyAnswer): boolean {
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

export function withAnswerBody(answer: ProxyAnswer, body: Json): ProxyAnswer {
  return { ...answer, body: toBytes(body) };
}

/** The spelling of §7.1 for the one code that has two. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['cascade-scheduling-request-not-valid', 'cascade-scheduling-request-is-not-valid'],
]);

/** The code of a problem body; nothing if the answer is none. */
export function codeOf(answer: ProxyAnswer): string | undefined {
  if (answer.status < 400) return undefined;
  const title = readObject(answer.body)?.title;
  return typeof title === 'string' ? (spellings.get(title) ?? title) : undefined;
}

/**
 * What belongs to one connection and not to the message (RFC 9110 §7.6.1), and what HTTP adds again by
 * itself.
 */
const perConnection = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'host',
  'expect',
  'upgrade',
]);

export async function readCall(incoming: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  return {
    method,
    path: url,
    headers: endToEnd(incoming.headers),
    writtenNames: rawHeaders.filter((_, at) => at % 2 === 0),
    body: Buffer.concat(chunks),
  };
}

/** Sends a call to `base` and waits for the whole answer. */
export async function passOn(
  dispatcher: Dispatcher,
  base: string,
  { method, path, headers, body }: Pick<Call, 'method' | 'path' | 'headers' | 'body'>,
): Promise<ProxyAnswer> {
  const answer = await request(base + path, {
    dispatcher,
    method,
    headers,
    ...(body.length > 0 ? { body } : {}),
  });
  const { 'content-length': length } = answer.headers;
  return {
    status: answer.statusCode,
    // Of an answer to HEAD it is the length of what did not come.
    headers: {
      ...endToEnd(answer.headers),
      ...(method === 'HEAD' && length !== undefined ? { 'content-length': String(length) } : {}),
    },
    body: Buffer.from(await answer.body.arrayBuffer()),
  };
}

export function writeAnswer(outgoing: ServerResponse, { status, headers, body, manner }: ProxyAnswer): void {
  if (manner === 'hang-up') {
    outgoing.destroy();
    return;
  }
  outgoing.sendDate = !Object.keys(headers).some((name) => name.toLowerCase() === 'date');
  if (manner === 'chunked') {
    outgoing.writeHead(status, headers);
    for (const byte of body) outgoing.write(Buffer.of(byte));
    outgoing.end();
    return;
  }
  const length = status === 204 || status === 304 ? {} : { 'content-length': body.length };
  outgoing.writeHead(status, { ...length, ...headers }).end(body);
}

function endToEnd(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || perConnection.has(name) ? [] : [[name, String(value)]],
    ),
  );
}
