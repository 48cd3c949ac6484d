import type { Problem } from '@cascade/types';

/** An answer that is a problem body (RFC 9457): says to the sender, and to who reads its logs, what is wrong. */
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

/** 405 with the methods that there are. */
export function methodNotAllowed(method: string): Response {
  const detail = `${method} is not for callbacks: they come by POST.`;
  return problem(405, 'method-not-allowed', detail, { allow: 'GET, HEAD, POST' });
}
