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
  /** Clauses that only the earlier report judged. */
  readonly noLongerJudged: readonly string[];
  /** Clauses that only the later report judged. */
  readonly newlyJudged: readonly string[];
}

/** Findings are the same by their id: scenario, check and clause. */
export function compareReports(later: Report, earlier: Report): Difference {
  const before = new Set(earlier.findings.map(({ id }) => id));
  const now = new Set(later.findings.map(({ id }) => id));
  const gone = earlier.findings.filter(({ id }) => !now.has(id));
  const passing = new Set(
    later.scenarios.filter(({ verdict }) => verdict === 'match').map(({ scenario }) => scenario),
  );
  const judgedBefore = judgedClauses(earlier);
  const judgedNow = judgedClauses(later);
  return {
    added: later.findings.filter(({ id }) => !before.has(id)),
    fixed: gone.filter(({ scenario }) => passing.has(scenario)),
    unknown: gone.filter(({ scenario }) => !passing.has(scenario)),
    kept: later.findings.filter(({ id }) => before.has(id)),
    noLongerJudged: [...judgedBefore].filter((clause) => !judgedNow.has(clause)),
    newlyJudged: [...judgedNow].filter((clause) => !judgedBefore.has(clause)),
  };
}

function judgedClauses({ ledger }: Report): ReadonlySet<string> {
  return new Set(ledger.filter(({ verdict }) => verdict !== 'inconclusive').map(({ clause }) => clause));
}
