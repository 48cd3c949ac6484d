import type { IncomingMessage, ServerResponse } from 'node:http';
import { problem, type RequestProblem } from '@cascade/validator';

/**
 * The problem of an HTTP/1.1 request that does not have exactly one Host (RFC 9112 §3.2). Node would answer without a
 * body, and would not tell us. The connection ends with the answer, since a proxy in front may read it differently.
 */
export function judgeHost(
  { httpVersion, rawHeaders }: IncomingMessage,
  response: ServerResponse,
): RequestProblem | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return undefined;
  response.setHeader('connection', 'close');
  return problem('matched-template-not-found', { detail: `Host: must be sent once, found ${hosts}` });
}
