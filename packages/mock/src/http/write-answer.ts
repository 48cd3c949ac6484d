import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyLimitInBytes } from '@cascade/validator';
import { defined } from '../defined.ts';
import type { MockAnswer } from '../mock.ts';
import { declaredLength } from './read-body.ts';

/** Writes a complete answer and leaves the response open; `last` closes the connection after it. */
export function writeAnswer(
  response: ServerResponse,
  { status, headers, body }: MockAnswer,
  last: boolean,
): void {
  const length = String(Buffer.byteLength(body));
  const connection = last ? 'close' : undefined;
  response.writeHead(status, { ...headers, 'content-length': length, ...defined({ connection }) });
  response.write(body);
}

/**
 * Whether the connection has to close because the unread rest of a request exceeds the limit or has no known
 * length. Node reads and discards a shorter rest itself.
 */
export function isLeftUnread(request: IncomingMessage): boolean {
  const { complete, headers } = request;
  if (complete) return false;
  const isOfUnknownLength = headers['transfer-encoding'] !== undefined || headers.expect !== undefined;
  return isOfUnknownLength || declaredLength(request) > bodyLimitInBytes;
}
