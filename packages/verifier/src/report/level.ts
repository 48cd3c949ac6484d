import { notObservable } from '../scenario/not-observable.ts';
import type { LedgerRow, Level, Report } from './report.ts';

/** What a clause needs to be judged. */
type Needs = 'requests' | 'callbacks' | 'provocation';

const isOfCallbacks = /^(?:3|6)\/|^1\/(?:result-by-callback|undelivered-with-reason)$/;
// The UUID of a stage is told by one of two codes alone, between which a provider may choose (ADR-0004).
const isProvoked =
  /^2\.3\/stageUuid$|^7\.4\/|^8\/(?:duplicate-window|dialogue-session|message-length)$|^4\.1\/rule-5$|^7\.1\/out-of-balance$|^5\/expired-key$/;

function needsOf({ clause }: LedgerRow): Needs {
  if (isProvoked.test(clause)) return 'provocation';
  return isOfCallbacks.test(clause) ? 'callbacks' : 'requests';
}

/** Whether a run can judge a provider by the clause at all. */
export function canBeJudged({ clause, kind }: Pick<LedgerRow, 'clause' | 'kind'>): boolean {
  return kind !== 'not-shown' && kind !== 'consumer' && notObservable[clause] === undefined;
}

/** Whether the ledger has a verdict on the clause. */
function isJudged({ verdict }: LedgerRow): boolean {
  return verdict !== 'inconclusive';
}

/** The clauses that this run could have judged, and did not. */
export function missingClauses({ ledger }: Pick<Report, 'ledger'>): readonly LedgerRow[] {
  return ledger.filter((row) => canBeJudged(row) && !isJudged(row));
}

/** A report before its level is known. */
type Judged = Omit<Report, 'level' | 'statement' | 'requests'>;

/** A report with its level and its statement. `scenarios`: how many there are for its client or receiver. */
export function withLevel<Made extends Judged>(
  report: Made,
  scenarios?: number,
): Made & Pick<Report, 'level' | 'statement'> {
  const level = levelOf(report, scenarios);
  return { statement: statementOf({ ...report, level }), level, ...report };
}

type Counted = Pick<Report, 'ledger' | 'scenarios' | 'options' | 'stopped' | 'interrupted' | 'subject'>;

/** The level of a run, from its ledger. */
function levelOf({ subject, ...run }: Counted, ofScenarios = run.scenarios.length): Level {
  const { ledger, scenarios } = run;
  if (subject !== 'provider') {
    const judged = scenarios.filter(({ verdict }) => verdict === 'match' || verdict === 'mismatch').length;
    return { name: subject, judged, of: ofScenarios, unit: 'scenarios' };
  }
  const rows = ledger.filter(canBeJudged);
  const judged = rows.filter(isJudged).length;
  return { name: nameOf(rows, run), judged, of: rows.length, unit: 'clauses' };
}

/**
 * What was judged, in the order of how much that is. A level is reached only if each clause of it was judged:
 * what a reader relies on must not be hidden behind a share.
 *
 * - `documented`: every clause of the source that can be seen from outside.
 * - `requests and callbacks`: every clause about requests and about how outcomes are reported. Left are
 *   clauses that a provider must be brought to show: a reason, an account without money, an expired key.
 * - `requests only`: every clause about requests; how outcomes are reported is not known.
 * - `in part`: less, or a run over chosen scenarios or phases, or a run that ended early.
 *
 * A client and a receiver are judged by scenarios; their level is named after them.
 */
function nameOf(
  rows: readonly LedgerRow[],
  { options, stopped, interrupted }: Pick<Report, 'options' | 'stopped' | 'interrupted'>,
): Level['name'] {
  const isWhole = [options.phases, options.scenarios, stopped, interrupted].every(
    (each) => each === undefined,
  );
  const open = new Set(rows.filter((row) => !isJudged(row)).map(needsOf));
  if (!isWhole || rows.length === 0 || open.has('requests')) return 'in part';
  if (open.has('callbacks')) return 'requests only';
  return open.has('provocation') ? 'requests and callbacks' : 'documented';
}

/** The level in words, as every form of the report has it: `requests only, 116 of 141 judged`. */
export function levelInWords({ name, judged, of, unit }: Level): string {
  const count = `${judged} of ${of}${unit === 'scenarios' ? ' scenarios' : ''}`;
  return `${name}, ${count}${judged === of ? '' : ' judged'}`;
}

/** A run over a few scenarios is conformant, and says little of the provider: no form shows it in green. */
export function saysLittle({ name, judged }: Level): boolean {
  return name === 'in part' || judged === 0;
}

const words = {
  conformant: 'CONFORMANT',
  'non-conformant': 'NON-CONFORMANT',
  'could-not-judge': 'COULD NOT JUDGE',
} as const;

/** The verdict with its level: the line that every form of the report begins with. */
export function statementOf(report: Pick<Report, 'verdict' | 'findings' | 'level' | 'baseline'>): string {
  const { verdict, level } = report;
  if (verdict === 'could-not-judge') return words[verdict];
  const found = verdict === 'conformant' ? '' : `${countOf(report)}; `;
  return `${words[verdict]} (${found}${levelInWords(level)})`;
}

function countOf({ findings: { length }, baseline }: Pick<Report, 'findings' | 'baseline'>): string {
  const known = baseline?.known.length ?? 0;
  const noun = length === 1 ? 'finding' : 'findings';
  if (known === length) return `${length} known ${noun}`;
  return `${length} ${noun}${known === 0 ? '' : `, ${known} known`}`;
}
