import type { ProblemCode } from '@cascade/types';
import { canonicalProblemCode, isKnownProblemCode, problemFacts } from '@cascade/types';

/** How the next request is disturbed. */
export type Interference =
  /** Answered with this code, not carried out; a listed code has the catalogue's status and title. */
  | { readonly code: ProblemCode; readonly status?: number; readonly detail?: string }
  /** `request`: it is lost. `answer`: it is carried out, and its answer is lost. */
  | { readonly drop: 'request' | 'answer' }
  /** Carried out, and answered after this delay. */
  | { readonly delayMs: number }
  /** Carried out after this delay, even if the client has given up: a request held by a proxy. */
  | { readonly arrivesAfterMs: number }
  /** Answered with exactly this, as by a proxy, and not carried out. */
  | { readonly answer: { readonly status: number; readonly body: string; readonly type?: string } };

/** The problem answer of a code; status and title come from the catalogue if it is listed. */
export function problemAnswer(
  code: ProblemCode,
  { status, detail }: { status?: number | undefined; detail?: string | undefined } = {},
): Response {
  const known = canonicalProblemCode(code);
  const facts = isKnownProblemCode(known) ? problemFacts(known) : { title: code, status: 400 };
  const body = {
    title: facts.title,
    status: status ?? facts.status,
    ...(detail !== undefined && { detail }),
  };
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: {
      'content-type': 'application/problem+json',
      ...(body.status === 429 || body.status === 503 ? { 'retry-after': '0' } : {}),
      ...(body.status === 405 ? { allow: 'POST' } : {}),
      ...(body.status === 401 ? { 'www-authenticate': 'ApiKey' } : {}),
    },
  });
}
