import type { IncomingMessage } from 'node:http';
import { bodyLimitInBytes } from '@cascade/validator';

const patienceInMilliseconds = 1_000;
const patienceInBytes = 16 * bodyLimitInBytes;

/**
 * Whether the unread rest of a request forces the connection to close after the answer: it exceeds the limit, or its
 * length is unknown. Node reads and drops a shorter rest itself.
 */
export function isLeftUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  const isOfUnknownLength = headers['transfer-encoding'] !== undefined || headers.expect !== undefined;
  return isOfUnknownLength || declaredLength(headers) > bodyLimitInBytes;
}

/** The value of `Content-Length`; 0 without one. */
export function declaredLength(headers: IncomingMessage['headers']): number {
  return Number(headers['content-length'] ?? 0);
}

/**
 * The last answer on a connection. Before closing it, reads and drops what the client still sends for a while: otherwise
 * the system would reset the connection, and the answer might be lost (RFC 9112 §9.6).
 */
export async function* lastAnswer(request: IncomingMessage, bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
  await linger(request);
}

function linger(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let left = patienceInBytes;
    const drop = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) done();
    };
    const done = () => {
      clearTimeout(timer);
      request.off('data', drop).pause();
      resolve();
    };
    const timer = setTimeout(done, patienceInMilliseconds);
    request.on('data', drop).once('end', done).once('close', done);
  });
}
