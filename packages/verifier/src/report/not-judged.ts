import type { Scenario } from '../scenario/scenario.ts';
import type { LedgerRow, Report, ScenarioResult } from './report.ts';

/** The scenarios of a run that ended early, before their turn. */
export function notJudged(
  planned: readonly Scenario[],
  results: readonly ScenarioResult[],
  why: string,
): ScenarioResult[] {
  const known = new Set(results.map(({ scenario }) => scenario));
  return planned
    .filter(({ id }) => !known.has(id))
    .map(({ id, says, phase }) => ({ scenario: id, says, phase, verdict: 'not-judged', reason: why }));
}

/** The ledger of a run that ended early: what no scenario has touched says so. */
export function ledgerUntil(ledger: readonly LedgerRow[], planned: readonly Scenario[], why: string) {
  const wanted = new Set(planned.flatMap(({ clauses }) => clauses));
  return ledger.map((row) =>
    row.verdict === 'inconclusive' && row.attempts === 0 && wanted.has(row.clause)
      ? { ...row, reason: `not judged: ${why}` }
      : row,
  );
}

/** How many scenarios the run did not come to. */
export function countNotJudged({ scenarios }: Pick<Report, 'scenarios'>): number {
  return scenarios.filter(({ verdict }) => verdict === 'not-judged').length;
}
