import type { Problem } from '@cascade/types';

/** An answer with a problem body (RFC 9457), for the sender and its logs. */
export function problem(
  status: number,
  title: string,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body: Problem = { title, status, detail };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}

/** 405 with the allowed methods. */
export function methodNotAllowed(method: string): Response {
  const detail = `${method} is not for callbacks: they come by POST.`;
  return problem(405, 'method-not-allowed', detail, { allow: 'GET, HEAD, POST' });
}
