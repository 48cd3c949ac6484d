import type { Recorder } from './recorder.ts';
import type { Report } from './report.ts';

/** What a run comes to. An interrupted one may have shown findings, but never that all is well. */
export function verdictOn(
  recorder: Recorder,
  reason: string | undefined,
): Pick<Report, 'verdict' | 'reason'> {
  if (reason !== undefined) return { verdict: 'could-not-judge', reason };
  const isBroken = recorder.findings.some(({ severity }) => severity === 'error');
  return { verdict: isBroken ? 'non-conformant' : 'conformant' };
}
