import { type KnownProblemCode, problemFacts } from '@cascade/types';

/** A cascade, as far as a request can be held against it (§2.3). */
export interface CascadeShape {
  readonly id: number;
  readonly stages: readonly { readonly uuid: string; readonly channel: string }[];
  /** How content that is missing for a stage is refused (ADR-0004); `violations` if absent. */
  readonly coverage?: 'violations' | 'code';
}

/** What only the provider knows. A fact that is left out counts as favourable. */
export interface Facts {
  isRequestIdUsed?(requestId: string): boolean;
  findCascade?(cascadeId: number): CascadeShape | undefined;
  canAfford?(cascade: CascadeShape): boolean;
}

/** The problem of a request (§7.1): what the provider answers it with. */
export interface RequestProblem {
  readonly code: KnownProblemCode;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  /** JSON pointer (RFC 6901) to the member that is to blame, where there is one. */
  readonly pointer?: string;
  /** The named example of the description that is nearest to it. */
  readonly example: string;
}

/** What a problem says beyond its code. */
export interface ProblemOccurrence {
  readonly detail?: string | undefined;
  readonly pointer?: string | undefined;
  readonly example?: string | undefined;
}

/** A problem with title, status and example from the catalogue. */
export function problem(
  code: KnownProblemCode,
  { detail, pointer, example }: ProblemOccurrence = {},
): RequestProblem {
  const { title, status, examples } = problemFacts(code);
  const names = Object.keys(examples);
  const nearest = names.find((name) => detail !== undefined && examples[name] === detail) ?? names[0] ?? code;
  return {
    code,
    title,
    status,
    ...(detail === undefined ? {} : { detail }),
    ...(pointer === undefined ? {} : { pointer }),
    example: example ?? nearest,
  };
}

/** The problem body (§2.4) of a problem. */
export function problemBody({ title, status, detail }: RequestProblem): {
  title: string;
  status: number;
  detail?: string;
} {
  return { title, status, ...(detail === undefined ? {} : { detail }) };
}
