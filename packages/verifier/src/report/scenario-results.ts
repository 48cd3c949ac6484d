import { defined } from '../defined.ts';
import type { LackOf } from './additions.ts';
import type { Attempt } from './attempt.ts';
import type { ScenarioResult } from './report.ts';

/** One result for each scenario: a mismatch outranks a match, a match outranks an inconclusive attempt. */
export function resultsOf(attempts: readonly Attempt[]): ScenarioResult[] {
  const byScenario = Map.groupBy(attempts, ({ scenario }) => scenario.id);
  return [...byScenario.values()].flatMap((own): ScenarioResult[] => {
    const [first] = own;
    if (first === undefined) return [];
    const { id, says, phase, generated } = first.scenario;
    const known = { scenario: id, says, phase, ...defined({ generated }) };
    const isAny = (kind: string) => own.some(({ verdict }) => verdict.kind === kind);
    if (isAny('mismatch')) return [{ ...known, verdict: 'mismatch' }];
    if (isAny('match')) return [{ ...known, verdict: 'match' }];
    const reasons = own.flatMap(({ verdict }) => (verdict.kind === 'inconclusive' ? [verdict.why] : []));
    return [{ ...known, verdict: 'inconclusive' as const, reason: [...new Set(reasons)].join('; ') }];
  });
}

/** What is absent from the profile, for each scenario that no attempt could judge. */
export function lacksOf(attempts: readonly Attempt[]): LackOf[] {
  const judged = new Set(
    attempts.flatMap(({ scenario, verdict }) => (verdict.kind === 'inconclusive' ? [] : [scenario.id])),
  );
  return attempts.flatMap(({ scenario: { id }, verdict }) =>
    verdict.kind === 'inconclusive' && verdict.lacks !== undefined && !judged.has(id)
      ? [{ scenario: id, lacks: verdict.lacks }]
      : [],
  );
}
