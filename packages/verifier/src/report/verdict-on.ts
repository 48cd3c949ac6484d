import type { Recorder } from './recorder.ts';
import type { Report } from './report.ts';

/** The verdict of a run. An interrupted run may have findings, but is never conformant. */
export function verdictOn(
  recorder: Recorder,
  reason: string | undefined,
): Pick<Report, 'verdict' | 'reason'> {
  if (reason !== undefined) return { verdict: 'could-not-judge', reason };
  return { verdict: recorder.findings.length > 0 ? 'non-conformant' : 'conformant' };
}
