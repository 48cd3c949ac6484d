import type { GeneratedKind, Scenario } from '../scenario/scenario.ts';
import type { Addition } from './additions.ts';
import { groupFindings } from './group-findings.ts';
import type { Paint } from './paint.ts';
import type { Finding, LedgerRow, Report, ScenarioResult } from './report.ts';

const words: Readonly<Record<GeneratedKind, readonly [one: string, many: string]>> = {
  example: ['example', 'examples'],
  constraint: ['constraint', 'constraints'],
  response: ['response', 'responses'],
  answer: ['kind of answer', 'kinds of answers'],
  callback: ['callback', 'callbacks'],
};

/** How many scenarios were written by hand, and how many the description made, by kind. */
export function describeGenerated({ scenarios }: Pick<Report, 'scenarios'>): string {
  const made = scenarios.flatMap(({ generated }) => generated ?? []);
  const byKind = Object.entries(words).flatMap(([kind, [one, many]]) => {
    const count = made.filter((each) => each === kind).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  const byHand = `${scenarios.length - made.length} by hand`;
  return made.length === 0 ? byHand : `${byHand}, ${made.length} from the description: ${byKind.join(', ')}`;
}

/** The lines that the profile could add, as a part of the summary on a terminal. */
export function describeAdditions({ additions = [] }: Pick<Report, 'additions'>, paint: Paint): string[] {
  if (additions.length === 0) return [];
  const lines = additions.flatMap((addition) => [
    `  ${paint('dim', `# ${additionPlace(addition)}; ${countOf(addition)}`)}`,
    ...addition.yaml.split('\n').map((line) => `  ${line}`),
  ]);
  return [
    paint('yellow', 'Lines for the profile, to have more judged (the values are examples)'),
    ...lines,
    '',
  ];
}

/** Where a line of the profile belongs. */
export function additionPlace({ below, replaces }: Addition): string {
  if (replaces) return 'instead of the present line';
  return below === undefined ? 'at the top level' : `below ${below}`;
}

function countOf({ scenarios: { length } }: Addition): string {
  return `${length} ${length === 1 ? 'scenario' : 'scenarios'}`;
}

interface OpenGroup {
  readonly reason: string;
  readonly scenarios: readonly string[];
}

/** The inconclusive scenarios by reason: one line of a profile often settles several. */
export function groupInconclusive({ inconclusive }: Pick<Report, 'inconclusive'>): OpenGroup[] {
  return [...Map.groupBy(inconclusive, ({ reason }) => reason)].map(([reason, own]) => ({
    reason,
    scenarios: [...new Set(own.map(({ scenario }) => scenario))],
  }));
}

const mostExamples = 3;

/** The others of a group: how many, and some of them by name. */
export function describeOthers(others: readonly Finding[]): string {
  const named = others.slice(0, mostExamples - 1).map(({ scenario, id }) => `${scenario} (${id})`);
  const more = others.length - named.length;
  return `${others.length} more of the same: ${named.join(', ')}${more > 0 ? ` and ${more} ${more === 1 ? 'other' : 'others'}` : ''}`;
}

/** How many findings there are, and in how many scenarios and groups. */
export function countFindings({ findings, scenarios }: Pick<Report, 'findings' | 'scenarios'>): string {
  const errors = `${findings.length} error${findings.length === 1 ? '' : 's'}`;
  if (findings.length === 0) return errors;
  const failed = failedScenarios({ findings, scenarios }).size;
  const kinds = groupFindings(findings).length;
  return `${errors} of ${kinds} ${kinds === 1 ? 'kind' : 'kinds'}, in ${failed} of ${scenarios.length} scenarios`;
}

/** The scenarios that failed. */
function failedScenarios({
  findings,
  scenarios,
}: Pick<Report, 'findings' | 'scenarios'>): ReadonlySet<string> {
  const mismatches = scenarios
    .filter(({ verdict }) => verdict === 'mismatch')
    .map(({ scenario }) => scenario);
  return new Set([...findings.map(({ scenario }) => scenario), ...mismatches]);
}

/** The scenarios of a run that ended early, before their turn. */
export function notJudged(
  planned: readonly Scenario[],
  results: readonly ScenarioResult[],
  why: string,
): ScenarioResult[] {
  const known = new Set(results.map(({ scenario }) => scenario));
  return planned
    .filter(({ id }) => !known.has(id))
    .map(({ id, says, phase }) => ({ scenario: id, says, phase, verdict: 'not-judged', reason: why }));
}

/** The ledger of a run that ended early: what no scenario has touched says so. */
export function ledgerUntil(ledger: readonly LedgerRow[], planned: readonly Scenario[], why: string) {
  const wanted = new Set(planned.flatMap(({ clauses }) => clauses));
  return ledger.map((row) =>
    row.verdict === 'inconclusive' && row.attempts === 0 && wanted.has(row.clause)
      ? { ...row, reason: `not judged: ${why}` }
      : row,
  );
}

/** How many scenarios the run did not come to. */
export function countNotJudged({ scenarios }: Pick<Report, 'scenarios'>): number {
  return scenarios.filter(({ verdict }) => verdict === 'not-judged').length;
}

/** The address of a clause in a portal at the base address `docs`. */
export function clauseLink(docs: string, clause: string): string {
  return `${docs.replace(/\/?$/, '/')}clauses.html#${clause.replaceAll('/', '-')}`;
}
