import type { Finding, Report } from './report.ts';

/** What differs between two reports on a provider. */
export interface Difference {
  /** Findings that the earlier report does not have. */
  readonly added: readonly Finding[];
  /** Findings of the earlier report whose scenario passes now. */
  readonly fixed: readonly Finding[];
  /** Findings of the earlier report whose scenario was not judged this time. */
  readonly unknown: readonly Finding[];
  /** Findings of both. */
  readonly kept: readonly Finding[];
  readonly hints: { readonly added: readonly Finding[]; readonly gone: readonly Finding[] };
  /** Verdicts on clauses and scenarios that differ. */
  readonly clauses: readonly Change[];
  readonly scenarios: readonly Change[];
}

/** Another verdict than before; `absent` where a report has none. */
export interface Change {
  readonly of: string;
  readonly before: string;
  readonly after: string;
}

/** Findings are the same by their id: scenario, check and clause. */
export function compareReports(later: Report, earlier: Report): Difference {
  const gone = without(earlier.findings, later.findings);
  const added = without(later.findings, earlier.findings);
  const passing = new Set(
    later.scenarios.filter(({ verdict }) => verdict === 'match').map(({ scenario }) => scenario),
  );
  return {
    added,
    fixed: gone.filter(({ scenario }) => passing.has(scenario)),
    unknown: gone.filter(({ scenario }) => !passing.has(scenario)),
    kept: without(later.findings, added),
    hints: { added: without(later.hints, earlier.hints), gone: without(earlier.hints, later.hints) },
    clauses: changesOf(
      later.ledger.map(({ clause, verdict }) => [clause, verdict]),
      earlier.ledger.map(({ clause, verdict }) => [clause, verdict]),
    ),
    scenarios: changesOf(
      later.scenarios.map(({ scenario, verdict }) => [scenario, verdict]),
      earlier.scenarios.map(({ scenario, verdict }) => [scenario, verdict]),
    ),
  };
}

function without(findings: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  const ids = new Set(others.map(({ id }) => id));
  return findings.filter(({ id }) => !ids.has(id));
}

type Verdicts = readonly (readonly [name: string, verdict: string])[];

function changesOf(later: Verdicts, earlier: Verdicts): readonly Change[] {
  const now = new Map(later);
  const then = new Map(earlier);
  const names = [...new Set([...then.keys(), ...now.keys()])];
  const changes = names.map((of) => ({
    of,
    before: then.get(of) ?? 'absent',
    after: now.get(of) ?? 'absent',
  }));
  return changes.filter(({ before, after }) => before !== after);
}
