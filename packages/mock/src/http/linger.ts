import type { IncomingMessage } from 'node:http';
import { bodyLimitInBytes } from '@cascade/validator';

const patienceInMilliseconds = 1_000;
const patienceInBytes = 16 * bodyLimitInBytes;

/**
 * Reads and discards the rest of a request after its answer, for a limited time. Closing the socket at once
 * would reset the connection, and the client might lose the answer (RFC 9112 §9.6).
 */
export function linger(request: IncomingMessage): Promise<void> {
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
    request.on('data', drop).once('close', done);
  });
}
