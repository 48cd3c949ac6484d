import type { Paint } from './paint.ts';
import type { Finding, PhaseSummary, Report } from './report.ts';
import {
  clauseLink,
  countFindings,
  countNotJudged,
  describeAdditions,
  describeGenerated,
  describeOthers,
  groupFindings,
  groupInconclusive,
} from './wording.ts';

/** How a report is shown on a terminal. */
export interface Manner {
  readonly paint: Paint;
  /** Base address of a portal; without it no link is shown. */
  readonly docs?: string;
}

/** One line for a phase that has ended. */
export function describePhase(summary: PhaseSummary, paint: Paint): string {
  const { phase, attempts, matches, findings, inconclusive, seconds } = summary;
  const mark = findings === 0 ? paint('green', '✓') : paint('red', '✗');
  const told = `${String(matches).padStart(5)} of ${attempts} match`;
  const open = inconclusive === 0 ? '' : paint('yellow', `  ${inconclusive} inconclusive`);
  return `${mark} ${phase.padEnd(11)}${told.padEnd(22)}${paint('dim', `${seconds.toFixed(2).padStart(6)} s`)}${open}\n`;
}

/** All findings, or hints, those of the same fault together. */
export function describeFindings(findings: readonly Finding[], manner: Manner): string {
  return groupFindings(findings)
    .map(([first, ...others]) => describeFinding(first, manner, others))
    .join('');
}

/** A finding with all that is needed to reproduce it. */
export function describeFinding(
  finding: Finding,
  { paint, docs }: Manner,
  others: readonly Finding[] = [],
): string {
  const { id, severity, rests, clause, clauseSays, title, check, expected, actual, scenario, curl } = finding;
  const { decision, exchange = [] } = finding;
  const isError = severity === 'error';
  const lines = [
    `${isError ? paint('red', '✗') : paint('yellow', '!')} ${paint('bold', oneLine(title))}`,
    `  ${paint('dim', 'clause  ')}  §${clause}: ${clauseSays}`,
    ...(docs === undefined ? [] : [`  ${paint('dim', `see       ${clauseLink(docs, clause)}`)}`]),
    ...(rests === undefined ? [] : [`  ${paint('dim', 'rests on')}  ${rests}, not on the source`]),
    ...(decision === undefined
      ? []
      : [`  ${paint('dim', 'decision')}  ${decision}: the source does not show it`]),
    `  ${paint('dim', 'expected')}  ${paint('green', expected)}`,
    `  ${paint('dim', 'actual  ')}  ${paint(isError ? 'red' : 'yellow', oneLine(actual))}`,
    `  ${paint('dim', `${severity} ${id} · ${check} · ${scenario}`)}`,
    ...exchange.map((line) => `  ${paint('dim', '·')} ${oneLine(line)}`),
    ...(others.length === 0 ? [] : [`  ${paint('dim', describeOthers(others))}`]),
    ...(curl === undefined ? [] : curl.split('\n').map((line) => `  ${paint('cyan', line)}`)),
  ];
  return `\n${lines.join('\n')}\n`;
}

const words = {
  conformant: 'CONFORMANT',
  'non-conformant': 'NON-CONFORMANT',
  'could-not-judge': 'COULD NOT JUDGE',
} as const;

const colors = { conformant: 'green', 'non-conformant': 'red', 'could-not-judge': 'yellow' } as const;

/** The verdict, with its counts and what was not judged. */
export function describeSummary(report: Report, paint: Paint): string {
  const { verdict, reason, hints, ledger, requests, seconds, seed, phases } = report;
  const count = (wanted: string) => ledger.filter((row) => row.verdict === wanted).length;
  const label = (text: string) => paint('dim', text.padEnd(10));
  const ended = phases.map(({ phase }) => phase).join(', ');
  const lines = [
    ...describeOpen(report, paint),
    `${paint(colors[verdict], paint('bold', words[verdict]))}${reason === undefined ? '' : `: ${reason}`}`,
    ...(report.interrupted ? [`${label('partial')}phases that ended: ${ended || 'none'}`] : []),
    ...(report.stopped === undefined
      ? []
      : [`${label('stopped')}${report.stopped}; ${amount(countNotJudged(report), 'scenario')} not judged`]),
    `${label('clauses')}${count('conformant')} conformant, ${count('non-conformant')} not, ${count('inconclusive')} inconclusive`,
    `${label('scenarios')}${describeGenerated(report)}`,
    `${label('findings')}${countFindings(report)}`,
    ...(hints.length === 0
      ? []
      : [
          `${label('hints')}${hints.length}; they do not change the verdict: the source does not ask for them`,
        ]),
    `${label('run')}${amount(requests, 'request')} in ${seconds.toFixed(2)} s, seed ${seed}`,
  ];
  return `\n${lines.join('\n')}\n`;
}

function describeOpen(report: Report, paint: Paint): string[] {
  const groups = groupInconclusive(report);
  if (groups.length === 0) return [];
  const generated = new Set(report.scenarios.flatMap((each) => (each.generated ? each.scenario : [])));
  const lines = groups.map(({ reason, scenarios }) => {
    const byHand = scenarios.filter((id) => !generated.has(id));
    const count = scenarios.length - byHand.length;
    const names = count === 0 ? byHand : [...byHand, `${count} from the description`];
    return `  ${reason}: ${paint('dim', names.join(', '))}`;
  });
  return [paint('yellow', 'Not judged, because'), ...lines, '', ...describeAdditions(report, paint)];
}

function amount(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** Control characters of an answer must not move the cursor. */
function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/\p{Cc}/gu, '�');
}
