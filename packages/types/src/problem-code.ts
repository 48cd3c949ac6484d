import { problems } from './generated/catalogue.ts';

/** A problem code that this version of the contract lists (§7.1; assumed ones: ADR-0011, ADR-0014). */
export type KnownProblemCode = keyof typeof problems;

/**
 * A problem code: the editor completes the listed ones; any other is accepted, since the list grows (§7, §9).
 */
export type ProblemCode = KnownProblemCode | (string & {});

/** The catalogue's entry of a problem code; `rule` is the processing rule of §4.1. */
export interface ProblemFacts {
  /** The `title` of the problem body; differs from the code in one case (§7.1, note). */
  readonly title: string;
  readonly status: number;
  readonly provenance: 'documented' | 'assumed';
  readonly rule?: number;
  /** When the request can be sent again. Ours: the source says no remedy. */
  readonly retry: 'after-fix' | 'after-setup' | 'later' | 'used-before';
  /** Names of the examples in the description, each with its `detail`. */
  readonly examples: Readonly<Record<string, string | null>>;
}

const codeOfTitle: ReadonlyMap<string, KnownProblemCode> = new Map(
  problemCodes().map((code) => [problems[code].title, code]),
);

/** All listed problem codes, in the order of §7.1. */
export function problemCodes(): KnownProblemCode[] {
  return Object.keys(problems).filter(isKnownProblemCode);
}

/** Whether this version of the contract lists the code. */
export function isKnownProblemCode(code: string): code is KnownProblemCode {
  return Object.hasOwn(problems, code);
}

/** The catalogue's entry of a listed code. */
export function problemFacts(code: KnownProblemCode): ProblemFacts {
  return problems[code];
}

/**
 * The problem code of a `title`. Both spellings of the cascade validation error give the listed one (§7.1,
 * note); an unlisted title is returned unchanged.
 */
export function canonicalProblemCode(title: string): ProblemCode {
  return isKnownProblemCode(title) ? title : (codeOfTitle.get(title) ?? title);
}
