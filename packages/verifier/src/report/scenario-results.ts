import type { Attempt } from './attempt.ts';
import type { ScenarioResult } from './report.ts';

/** One result for each scenario: a mismatch outranks a match, a match outranks an inconclusive attempt. */
export function resultsOf(attempts: readonly Attempt[]): ScenarioResult[] {
  const byScenario = Map.groupBy(attempts, ({ scenario }) => scenario.id);
  return [...byScenario.values()].flatMap((own): ScenarioResult[] => {
    const [first] = own;
    if (first === undefined) return [];
    const { id, says, phase } = first.scenario;
    const known = { scenario: id, says, phase };
    const isAny = (kind: string) => own.some(({ verdict }) => verdict.kind === kind);
    if (isAny('mismatch')) return [{ ...known, verdict: 'mismatch' }];
    if (isAny('match')) return [{ ...known, verdict: 'match' }];
    const reasons = own.flatMap(({ verdict }) => (verdict.kind === 'inconclusive' ? [verdict.why] : []));
    return [{ ...known, verdict: 'inconclusive' as const, reason: [...new Set(reasons)].join('; ') }];
  });
}
