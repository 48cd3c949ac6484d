import type { Problem } from '@cascade/types';

/** An answer with a problem body (RFC 9457), for the sender and its logs. */
export function problem(
  status: number,
  title: string,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify({ title, status, detail } satisfies Problem), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}

/** 405 with the allowed methods. */
export function methodNotAllowed(method: string): Response {
  const detail = `Callbacks come by POST, not by ${method}.`;
  return problem(405, 'method-not-allowed', detail, { allow: 'GET, HEAD, POST' });
}
