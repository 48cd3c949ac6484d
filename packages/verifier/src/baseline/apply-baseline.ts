import type { Baseline, KnownFinding } from '../generated/baseline.ts';
import { statementOf } from '../report/level.ts';
import type { Report } from '../report/report.ts';
import type { BaselineResult } from './baseline-result.ts';

/**
 * A report with what its baseline says of it. What is known fails no run; a new finding does, and so do an
 * expired and a vanished one, so that the file stays true. A day counts in UTC.
 */
export function applyBaseline(report: Report, { known: entries }: Baseline, file: string): Report {
  if (report.verdict === 'could-not-judge') return report;
  const today = report.began.slice(0, 10);
  const found = new Set(report.findings.map(({ id }) => id));
  const there = entries.filter(({ finding }) => found.has(finding));
  const absent = entries.filter(({ finding }) => !found.has(finding));
  const listed = new Set(entries.map(({ finding }) => finding));
  const baseline: BaselineResult = {
    file,
    known: there.filter(({ until }) => until >= today),
    fresh: [...found].filter((id) => !listed.has(id)),
    expired: there.filter(({ until }) => until < today),
    vanished: absent.filter((entry) => wasSought(entry, report)),
    notSought: absent.filter((entry) => !wasSought(entry, report)),
  };
  return { ...report, baseline, statement: statementOf({ ...report, baseline }) };
}

/** Whether the run would have found it: it judged its scenario, or it was a whole run. */
function wasSought(
  { scenario }: KnownFinding,
  { scenarios, options, stopped, interrupted }: Report,
): boolean {
  if (scenario === undefined)
    return [options.phases, options.scenarios, stopped, interrupted].every((each) => each === undefined);
  const result = scenarios.find((each) => each.scenario === scenario);
  return result?.verdict === 'match' || result?.verdict === 'mismatch';
}
