import type { IncomingMessage } from 'node:http';
import { isLoopback } from './target.ts';

/**
 * Whether a request comes from a page of this server: a page of somebody else could otherwise send with the reader's
 * browser, and a name that is made to point at this machine would count as the same origin.
 */
export function isFromOwnPage({ headers }: IncomingMessage): boolean {
  const { host = '', origin } = headers;
  const hostname = URL.parse(`http://${host}`)?.hostname ?? '';
  if (!isLoopback(hostname)) return false;
  return origin === undefined || origin === `http://${host}`;
}
