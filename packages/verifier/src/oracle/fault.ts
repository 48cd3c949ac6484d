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
    | 'receiver';
  /** The broken clause, if the check is more specific than the scenario. */
  readonly clause?: string;
  readonly severity: 'error' | 'warning';
  readonly expected: string;
  readonly actual: string;
}

export type Verdict =
  | { readonly kind: 'match' }
  | { readonly kind: 'mismatch'; readonly faults: readonly AnswerFault[] }
  | { readonly kind: 'inconclusive'; readonly why: string };

/** A verdict from the faults that were found. */
export function verdictOf(faults: readonly AnswerFault[]): Verdict {
  return faults.length === 0 ? { kind: 'match' } : { kind: 'mismatch', faults };
}
