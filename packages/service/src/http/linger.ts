import type { IncomingMessage } from 'node:http';
import { bodyLimitInBytes } from '@cascade/validator';

const patienceInMilliseconds = 1_000;
const patienceInBytes = 16 * bodyLimitInBytes;

/**
 * Whether so much of a request was left unread that the connection has to end with the answer: more than the limit,
 * or nobody knows how much. What is less, Node reads and drops by itself.
 */
export function isLeftUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  const isOfUnknownLength = headers['transfer-encoding'] !== undefined || headers.expect !== undefined;
  return isOfUnknownLength || declaredLength(headers) > bodyLimitInBytes;
}

/** What `Content-Length` says; 0 without one. */
export function declaredLength(headers: IncomingMessage['headers']): number {
  return Number(headers['content-length'] ?? 0);
}

/**
 * An answer after which the connection ends, but not at once: what the client still sends is taken in and dropped
 * for a while. Otherwise the system would reset the connection, and the answer might be lost (RFC 9112 §9.6).
 */
export async function* lastAnswer(request: IncomingMessage, bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
  await linger(request);
}

function linger(request: IncomingMessage): Promise<void> {
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
