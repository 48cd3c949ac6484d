import { defined } from '../defined.ts';
import type { Lack, Unavailable } from '../scenario/unavailable.ts';

/**
 * An error rests on the source. A hint rests on another standard or on a decision, and changes no verdict.
 */
export type Severity = 'error' | 'hint';

/** A deviation from the contract. The checks have the names that Schemathesis uses. */
export interface AnswerFault {
  readonly check:
    | 'answers'
    | 'positive-data-acceptance'
    | 'negative-data-rejection'
    | 'status-code-conformance'
    | 'content-type-conformance'
    | 'response-schema-conformance'
    | 'response-headers-conformance'
    | 'problem-code'
    | 'problem-text'
    | 'state'
    | 'callback'
    | 'receiver'
    | 'client';
  /** The broken clause, if the check is more specific than the scenario. */
  readonly clause?: string;
  readonly severity: Severity;
  /** What a hint rests on, for instance RFC 9110 §15.5.6; absent for an error, which rests on its clause. */
  readonly rests?: string;
  /** The decisions that an error rests on besides those of its scenario, since the profile holds them. */
  readonly decisions?: readonly string[];
  /** What of the provider is to blame, if one fault shows in any scenario: it is then one finding. */
  readonly cause?: string;
  readonly expected: string;
  readonly actual: string;
}

/** A deviation that rests on the source. */
export function errorOf(
  check: AnswerFault['check'],
  expected: string,
  actual: string,
  clause?: string,
): AnswerFault {
  return { check, severity: 'error', expected, actual, ...(clause === undefined ? {} : { clause }) };
}

export type Verdict =
  | { readonly kind: 'match'; readonly hints?: readonly AnswerFault[] }
  | { readonly kind: 'mismatch'; readonly faults: readonly AnswerFault[] }
  | {
      readonly kind: 'inconclusive';
      readonly why: string;
      /** What the profile would have to add. */
      readonly lacks?: Lack;
    };

/** A verdict from the faults that were found; hints alone are a match. */
export function verdictOf(faults: readonly AnswerFault[]): Verdict {
  if (faults.some(({ severity }) => severity === 'error')) return { kind: 'mismatch', faults };
  return faults.length === 0 ? { kind: 'match' } : { kind: 'match', hints: faults };
}

/** No verdict, for this reason; with what the profile lacks for one, if it does. */
export function inconclusive(why: string | Unavailable): Verdict {
  const { unavailable, lacks }: Unavailable = typeof why === 'string' ? { unavailable: why } : why;
  return { kind: 'inconclusive', why: unavailable, ...defined({ lacks }) };
}
