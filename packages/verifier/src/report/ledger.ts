import type { Clause } from '../scenario/clauses.ts';
import type { Attempt } from './attempt.ts';
import type { Finding, LedgerRow } from './report.ts';

/** For every clause: the attempts of its scenarios, and the verdict. */
export function makeLedger(
  clauses: readonly Clause[],
  attempts: readonly Attempt[],
  findings: readonly Finding[],
): LedgerRow[] {
  const broken = new Set(findings.map(({ clause }) => clause));
  return clauses.map(({ id, kind, says, hidden }) => {
    const touching = attempts.filter(({ scenario }) => scenario.clauses.includes(id));
    const count = (wanted: string) =>
      touching
        .filter(({ verdict }) => verdict.kind === wanted)
        .reduce((sum, { times = 1 }) => sum + times, 0);
    const matches = count('match');
    const row = { clause: id, kind, says, attempts: matches + count('mismatch'), matches };
    if (broken.has(id)) return { ...row, verdict: 'non-conformant' };
    if (matches > 0) return { ...row, verdict: 'conformant' };
    return { ...row, verdict: 'inconclusive', reason: hidden ?? reasonOf(touching) };
  });
}

function reasonOf(touching: readonly Attempt[]): string {
  const reasons = touching.flatMap(({ verdict }) => (verdict.kind === 'inconclusive' ? [verdict.why] : []));
  if (touching.length === 0) return 'no scenario of this run covers it';
  return reasons.length > 0 ? [...new Set(reasons)].join('; ') : 'its scenarios failed for another clause';
}
