import { type KnownProblemCode, problemFacts } from '@cascade/types';
import { defined } from './objects.ts';

/** The problem of a request (§7.1): what the provider answers it with. */
export interface RequestProblem {
  readonly code: KnownProblemCode;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  /** JSON pointer (RFC 6901) to the invalid member, if the problem is about one. */
  readonly pointer?: string;
  /** The name of the closest example in the description. */
  readonly example: string;
}

/** What one occurrence adds to its problem code. */
export interface ProblemOccurrence {
  readonly detail?: string | undefined;
  readonly pointer?: string | undefined;
  readonly example?: string | undefined;
}

/** Builds a problem with the title, the status and an example from the catalogue. */
export function problem(
  code: KnownProblemCode,
  { detail, pointer, example }: ProblemOccurrence = {},
): RequestProblem {
  const { title, status, examples } = problemFacts(code);
  const names = Object.keys(examples);
  const closest = names.find((name) => detail !== undefined && examples[name] === detail) ?? names[0] ?? code;
  return { code, title, status, ...defined({ detail, pointer }), example: example ?? closest };
}

/** The problem body on the wire (§2.4). */
export function problemBody({ title, status, detail }: RequestProblem): {
  title: string;
  status: number;
  detail?: string;
} {
  return { title, status, ...defined({ detail }) };
}
