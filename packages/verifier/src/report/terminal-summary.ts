import type { Finding, PhaseSummary, Report } from './report.ts';

/** One line for a phase that has ended. */
export function describePhase({
  phase,
  attempts,
  matches,
  findings,
  inconclusive,
  seconds,
}: PhaseSummary): string {
  const mark = findings === 0 ? '✓' : '✗';
  const open = inconclusive === 0 ? '' : `, ${inconclusive} inconclusive`;
  return `${mark} ${phase.padEnd(11)} ${String(matches).padStart(5)} of ${attempts} match${open}  (${seconds.toFixed(2)} s)\n`;
}

/** A finding with all that is needed to see it again. */
export function describeFinding(finding: Finding): string {
  const { id, severity, clause, says, check, expected, actual, scenario, curl } = finding;
  const lines = [
    `${severity === 'error' ? '✗' : '!'} §${clause}  ${says}`,
    `  ${check} · ${scenario} · ${id}`,
    `  expected  ${expected}`,
    `  actual    ${actual}`,
    ...(curl === undefined ? [] : curl.split('\n').map((line) => `  ${line}`)),
  ];
  return `\n${lines.join('\n')}\n`;
}

/** The verdict, and what it rests on. */
export function describeSummary(report: Report): string {
  const { verdict, reason, findings, ledger, requests, seconds, seed } = report;
  const count = (wanted: string) => ledger.filter((row) => row.verdict === wanted).length;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const words = {
    conformant: 'CONFORMANT',
    'non-conformant': 'NON-CONFORMANT',
    'could-not-judge': 'COULD NOT JUDGE',
  };
  const lines = [
    `${words[verdict]}${reason === undefined ? '' : `: ${reason}`}`,
    `clauses   ${count('conformant')} conformant, ${count('non-conformant')} not, ${count('inconclusive')} inconclusive`,
    `findings  ${errors}${warnings === 0 ? '' : `, and ${warnings} warnings`}`,
    `${requests} requests in ${seconds.toFixed(2)} s, seed ${seed}`,
  ];
  return `\n${lines.join('\n')}\n`;
}
