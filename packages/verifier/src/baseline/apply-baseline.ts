import type { Baseline, KnownFinding } from '../generated/baseline.ts';
import { statementOf } from '../report/level.ts';
import type { Report } from '../report/report.ts';

/** What a run found, against what was known of the provider. */
export interface BaselineResult {
  /** The file, as it was named. */
  readonly file: string;
  /** Found, and known. */
  readonly known: readonly KnownFinding[];
  /** Ids of findings that the baseline does not have. */
  readonly fresh: readonly string[];
  /** Found, and known until a day that has passed. */
  readonly expired: readonly KnownFinding[];
  /** Not found, although the run would have found them. */
  readonly vanished: readonly KnownFinding[];
  /** Neither: the run did not judge their scenarios. */
  readonly notSought: readonly KnownFinding[];
}

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

/** Whether the run fails against its baseline. */
export function failsBaseline({ fresh, expired, vanished }: BaselineResult): boolean {
  return fresh.length + expired.length + vanished.length > 0;
}

/** What the baseline says of a finding, in words; nothing of a hint, or without a baseline. */
export function standingOf(baseline: BaselineResult | undefined, id: string): string | undefined {
  if (baseline === undefined) return undefined;
  const { file, known, fresh, expired } = baseline;
  const entry = known.find(({ finding }) => finding === id);
  if (entry !== undefined) return `known until ${entry.until} (${entry.ticket}): ${entry.reason}`;
  const late = expired.find(({ finding }) => finding === id);
  if (late !== undefined)
    return `expired on ${late.until} (${late.ticket}): fix it, or set a later day in ${file}`;
  return fresh.includes(id) ? `new: ${file} does not have it` : undefined;
}

/** What is to be done with an entry whose finding has vanished. */
export function vanishedInWords({ file }: BaselineResult, { finding, ticket }: KnownFinding): string {
  return `The known finding ${finding} has vanished (${ticket}): remove it from ${file}, so that a new one fails.`;
}
