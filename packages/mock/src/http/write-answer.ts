import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyLimitInBytes } from '@cascade/validator';
import type { MockAnswer } from '../mock.ts';
import { declaredLength } from './read-body.ts';

/** Writes a whole answer and leaves the response open; `last` says that the connection ends with it. */
export function writeAnswer(
  response: ServerResponse,
  { status, headers, body }: MockAnswer,
  last: boolean,
): void {
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  response.writeHead(status, { ...headers, ...length, ...(last ? { connection: 'close' } : {}) });
  response.write(body);
}

/**
 * Whether so much of a request was left unread that the connection has to end with the answer: more than the
 * limit, or nobody knows how much. What is less, Node reads and drops by itself.
 */
export function isLeftUnread(request: IncomingMessage): boolean {
  const { complete, headers } = request;
  if (complete) return false;
  const isOfUnknownLength = headers['transfer-encoding'] !== undefined || headers.expect !== undefined;
  return isOfUnknownLength || declaredLength(request) > bodyLimitInBytes;
}
