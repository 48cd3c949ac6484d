import type { ProblemCode } from '@cascade/types';
import { canonicalProblemCode, isKnownProblemCode, problemFacts } from '@cascade/types';

/** What happens to the next request instead of, or on top of, its right answer. */
export type Interference =
  /** Answered with this code, and not carried out; a listed code has the status and title of the catalogue. */
  | { readonly code: ProblemCode; readonly status?: number; readonly detail?: string }
  /** `request`: it never arrives. `answer`: it is carried out, and the answer is lost. */
  | { readonly drop: 'request' | 'answer' }
  /** Carried out, and answered so late. */
  | { readonly delayMs: number }
  /** An answer word for word, as from a proxy; nothing is carried out. */
  | { readonly answer: { readonly status: number; readonly body: string; readonly type?: string } };

/** The answer that a code has, with what the catalogue knows of it. */
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
    },
  });
}
