import { type BaselineResult, standingOf, vanishedInWords } from '../baseline/baseline-result.ts';
import { defined } from '../defined.ts';
import { groupFindings } from './group-findings.ts';
import { missingClauses, saysLittle } from './level.ts';
import type { Paint } from './paint.ts';
import type { Finding, PhaseSummary, Report } from './report.ts';
import {
  clauseLink,
  countFindings,
  countNotJudged,
  describeAdditions,
  describeGenerated,
  describeOthers,
  groupInconclusive,
} from './wording.ts';
import { columns, foldQuoted, wrap } from './wrap.ts';

/** How a report is shown on a terminal. */
export interface Manner {
  readonly paint: Paint;
  /** Base address of a portal; without it no link is shown. */
  readonly docs?: string;
  /** What was known before; each finding says how it compares. */
  readonly baseline?: BaselineResult;
  /** Everything, in lines of any length: what was not judged, lines for the profile, hints, whole commands. */
  readonly verbose?: boolean;
}

/** One line for a phase that has ended. A phase that judged nothing has no tick. */
export function describePhase(summary: PhaseSummary, paint: Paint): string {
  const { phase, attempts, matches, findings, inconclusive, seconds } = summary;
  const mark = findings > 0 ? paint('red', '✗') : attempts === 0 ? paint('yellow', '–') : paint('green', '✓');
  const told = attempts === 0 ? '  nothing judged' : `${String(matches).padStart(5)} of ${attempts} match`;
  const open = inconclusive === 0 ? '' : paint('yellow', `  ${inconclusive} inconclusive`);
  return `${mark} ${phase.padEnd(11)}${told.padEnd(22)}${paint('dim', `${seconds.toFixed(2).padStart(6)} s`)}${open}\n`;
}

/**
 * The verdict with what was judged, then the findings, then one line on what is missing with the command that
 * shows it; or, verbose, all of it.
 */
export function describeReport(report: Report, given: Manner, command: string): string {
  const { findings, hints, baseline } = report;
  const manner = { ...given, ...defined({ baseline }) };
  const isKnown = ({ id }: Finding) => baseline?.known.some(({ finding }) => finding === id) === true;
  return [
    ...describeVerdict(report, manner),
    // A new finding must not be one of several on the card of a known one.
    describeFindings(
      findings.filter((each) => !isKnown(each)),
      manner,
    ),
    describeFindings(findings.filter(isKnown), manner),
    ...describeVanished(report, manner.paint),
    ...(manner.verbose
      ? [describeFindings(hints, manner), ...describeRest(report, manner.paint)]
      : describeMissing(report, manner.paint, command)),
  ].join('');
}

function describeVanished({ baseline }: Report, paint: Paint): readonly string[] {
  if (baseline === undefined) return [];
  return baseline.vanished.map((entry) => {
    const lines = hanging(vanishedInWords(baseline, entry), 2, (line, isFirst) =>
      isFirst ? `${paint('red', '✗')} ${line}` : `  ${line}`,
    );
    return `\n${lines.join('\n')}\n`;
  });
}

/** All findings, or hints, those of the same fault together. */
function describeFindings(findings: readonly Finding[], manner: Manner): string {
  return groupFindings(findings)
    .map(([first, ...others]) => describeFinding(first, manner, others))
    .join('');
}

/** A finding with all that is needed to reproduce it. */
export function describeFinding(
  finding: Finding,
  { paint, docs, verbose = false, baseline }: Manner,
  others: readonly Finding[] = [],
): string {
  const { id, severity, rests, clause, clauseSays, title, check, expected, actual, scenario, curl } = finding;
  const { decision, exchange = [] } = finding;
  const isError = severity === 'error';
  const dim = (text: string) => paint('dim', text);
  const mark = isError ? paint('red', '✗') : paint('yellow', '!');
  const row = (name: string, text: string, color: Parameters<Paint>[0] | undefined = undefined) =>
    labelled(name, text, paint, color);
  const standing = standingOf(baseline, id);
  const lines = [
    ...hanging(oneLine(title), 2, (line, first) => `${first ? mark : ' '} ${paint('bold', line)}`),
    ...(standing === undefined ? [] : row('baseline', oneLine(standing), 'yellow')),
    ...row('clause', `§${clause}: ${clauseSays}`),
    ...(docs === undefined ? [] : [`  ${dim(`see       ${clauseLink(docs, clause)}`)}`]),
    ...(rests === undefined ? [] : row('rests on', `${rests}, not on the source`)),
    ...(decision === undefined ? [] : row('decision', `${decision}: the source does not show it`)),
    ...row('expected', oneLine(expected), 'green'),
    ...row('actual', oneLine(actual), isError ? 'red' : 'yellow'),
    ...hanging(`${severity} ${id} · ${check} · ${scenario}`, 2, (line) => `  ${dim(line)}`),
    ...exchange.flatMap((each) =>
      hanging(oneLine(each), 4, (line, first) => `  ${first ? dim('·') : ' '} ${line}`),
    ),
    ...(others.length === 0 ? [] : hanging(describeOthers(others), 2, (line) => `  ${dim(line)}`)),
    ...(curl === undefined ? [] : describeCurl(curl, verbose).map((line) => paint('cyan', line))),
  ];
  return `\n${lines.join('\n')}\n`;
}

/** A text in lines of 80 columns, after a margin of as many. */
function hanging(
  text: string,
  margin: number,
  show: (line: string, isFirst: boolean) => string,
): readonly string[] {
  return wrap(text, columns - margin).map((line, at) => show(line, at === 0));
}

/** A text with its name before it; further lines are below its beginning. */
function labelled(name: string, text: string, paint: Paint, color?: Parameters<Paint>[0]): readonly string[] {
  return hanging(text, 12, (line, isFirst) => {
    const label = isFirst ? paint('dim', name.padEnd(8)) : ' '.repeat(8);
    return `  ${label}  ${color === undefined ? line : paint(color, line)}`;
  });
}

const mostLinesOfCurl = 12;

/** The command as it can be pasted; a long one only if all is shown. */
function describeCurl(curl: string, verbose: boolean): readonly string[] {
  const [first = '', ...others] = curl.split(' \\\n  ');
  const whole = [`  ${first}`, ...others.map((each) => `    ${each}`)];
  const joined = (rows: readonly string[]) => rows.join(' \\\n').split('\n');
  if (verbose) return joined(whole);
  const folded = joined(whole.map((each) => foldQuoted(each, columns - 2).join('\n')));
  if (folded.length <= mostLinesOfCurl) return folded;
  return [`  curl: ${curl.length.toLocaleString('en')} characters; --verbose shows it`];
}

const colors = { conformant: 'green', 'non-conformant': 'red', 'could-not-judge': 'yellow' } as const;

/** The statement, then what it is about. */
function describeVerdict(report: Report, { paint }: Manner): readonly string[] {
  const { verdict, statement, reason, level, target, requests, seconds, seed, setup, stopped, subject } =
    report;
  const color = verdict === 'conformant' && saysLittle(level) ? 'yellow' : colors[verdict];
  const told = setup === undefined ? reason : 'the profile does not fit the provider';
  const run = `${oneLine(target)}: ${amount(requests, 'request')} in ${seconds.toFixed(2)} s`;
  const lines = [
    ...(told === undefined ? [] : [oneLine(told)]),
    ...(report.interrupted ? [`Phases that ended: ${endedPhases(report)}`] : []),
    ...(stopped === undefined
      ? []
      : [`Stopped: ${stopped}; ${amount(countNotJudged(report), 'scenario')} not judged`]),
    subject === 'provider' ? `${run}, seed ${seed}` : run,
  ].flatMap((text) => hanging(text, 2, (line, isFirst) => `${isFirst ? '' : '  '}${line}`));
  return [`${paint(color, paint('bold', statement))}\n`, ...lines.map((line) => `${line}\n`)];
}

function endedPhases({ phases }: Report): string {
  return phases.map(({ phase }) => phase).join(', ') || 'none';
}

/** One sentence on what has no verdict, and the command that shows it. */
function describeMissing(report: Report, paint: Paint, command: string): readonly string[] {
  const { hints, subject, level, scenarios } = report;
  const open = scenarios.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'not-judged');
  const clauses = subject === 'provider' ? missingClauses(report).length : 0;
  const parts = [
    ...(clauses === 0 ? [] : [`${clauses} of ${level.of} clauses`]),
    ...(open.length === 0 ? [] : [`${amount(open.length, 'scenario')}`]),
  ];
  const told = [
    ...(parts.length === 0 ? [] : [`Not judged: ${parts.join(', ')}.`]),
    ...(hints.length === 0 ? [] : [`Hints: ${hints.length}.`]),
  ];
  if (told.length === 0) return [];
  const lines = wrap(`${told.join(' ')} To see which, and why:`, columns);
  return [`\n${paint('yellow', lines.join('\n'))}\n  ${command}\n`];
}

/** What has no verdict and why, lines for the profile, and the counts. */
function describeRest(report: Report, paint: Paint): readonly string[] {
  const { ledger, hints, subject, level, baseline } = report;
  const count = (wanted: string) => ledger.filter((row) => row.verdict === wanted).length;
  const label = (text: string) => paint('dim', text.padEnd(10));
  const beyond =
    subject === 'provider' ? `; of ${ledger.length}, no run can judge ${ledger.length - level.of}` : '';
  const lines = [
    ...describeOpen(report, paint),
    `${label('clauses')}${count('conformant')} conformant, ${count('non-conformant')} not, ${count('inconclusive')} inconclusive${beyond}`,
    `${label('scenarios')}${describeGenerated(report)}`,
    `${label('findings')}${countFindings(report)}`,
    ...(baseline === undefined ? [] : [`${label('baseline')}${describeBaseline(baseline)}`]),
    ...(hints.length === 0
      ? []
      : [
          `${label('hints')}${hints.length}; they do not change the verdict: the source does not ask for them`,
        ]),
    `${label('verifier')}${report.verifier.version}, ${report.verifier.digest}`,
    `${label('contract')}${report.digests.contract}`,
  ];
  return [`\n${lines.join('\n')}\n`];
}

function describeBaseline({ file, known, fresh, expired, vanished, notSought }: BaselineResult): string {
  const counts = { new: fresh, known, expired, vanished, 'not judged': notSought };
  const told = Object.entries(counts).map(([word, { length }]) => `${length} ${word}`);
  return `${file}: ${told.join(', ')}`;
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
