import type { IncomingMessage } from 'node:http';
import { isLoopback } from './target.ts';

/**
 * Whether a request comes from a page of this server. Otherwise a foreign page could send through the
 * reader's browser (CSRF), or through a host name that resolves to loopback (DNS rebinding).
 */
export function isFromOwnPage({ headers }: IncomingMessage): boolean {
  const { host = '', origin } = headers;
  const hostname = URL.parse(`http://${host}`)?.hostname ?? '';
  if (!isLoopback(hostname)) return false;
  return origin === undefined || origin === `http://${host}`;
}
