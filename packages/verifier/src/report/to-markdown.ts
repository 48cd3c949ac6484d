import { type Change, compareReports, type Difference } from './compare-reports.ts';
import { groupFindings } from './group-findings.ts';
import { saysLittle } from './level.ts';
import type { Finding, Report } from './report.ts';
import { countFindings } from './wording.ts';

export interface MarkdownOptions {
  /** An earlier report, for instance of the main branch: the summary then says what differs from it. */
  readonly against?: Report;
}

const signs = { conformant: '✅', 'non-conformant': '❌', 'could-not-judge': '⚠️' } as const;

/** A summary as a comment on a pull request: statement, counts, and the findings or what differs. */
export function toMarkdown(report: Report, { against }: MarkdownOptions = {}): string {
  const { reason, statement, ledger, scenarios } = report;
  const count = (wanted: string) => ledger.filter((row) => row.verdict === wanted).length;
  const lines = [
    `### ${signOf(report)} ${statement}${reason === undefined ? '' : `: ${escaped(reason)}`}`,
    '',
    `${count('conformant')} of ${ledger.length} clauses conformant, ${count('non-conformant')} not, ` +
      `${count('inconclusive')} inconclusive; ${scenarios.length} scenarios; ${countFindings(report)}.`,
    ...(against === undefined
      ? listed('Findings', report.findings)
      : differing(compareReports(report, against))),
  ];
  return `${lines.join('\n')}\n`;
}

/** A conformant run in part has the sign of a run without a verdict: a reader would take a tick for the whole. */
function signOf({ verdict, level }: Report): string {
  return signs[verdict === 'conformant' && saysLittle(level) ? 'could-not-judge' : verdict];
}

function differing(difference: Difference): readonly string[] {
  const { added, fixed, unknown, kept } = difference;
  const changed = (is: (change: Change) => boolean) => difference.clauses.filter(is).map(({ of }) => of);
  const lines = [
    ...listed('New', added),
    ...listed('Fixed', fixed),
    ...listed('Not judged any more', unknown),
    ...clauses(
      'no longer judged',
      changed(({ before, after }) => isJudged(before) && !isJudged(after)),
    ),
    ...clauses(
      'judged for the first time',
      changed(({ before, after }) => !isJudged(before) && isJudged(after)),
    ),
    ...(kept.length === 0 ? [] : ['', `${counted(kept.length, 'finding')} as before.`]),
  ];
  return lines.length > 0 ? lines : ['', 'Nothing differs from the earlier report.'];
}

function isJudged(verdict: string): boolean {
  return verdict === 'conformant' || verdict === 'non-conformant';
}

/** A comment takes 65,536 characters. */
const mostListed = 20;

function listed(heading: string, findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return [];
  const groups = groupFindings(findings);
  const more = groups.length - mostListed;
  return [
    '',
    `**${heading}**: ${counted(findings.length, 'finding')}`,
    '',
    ...groups.slice(0, mostListed).map(describeGroup),
    ...(more > 0 ? [`- and ${more} more of other kinds`] : []),
  ];
}

function describeGroup([{ title, clause, decision, id }, ...others]: readonly [
  Finding,
  ...Finding[],
]): string {
  const by = decision === undefined ? '' : `, ${decision}`;
  const more = others.length === 0 ? '' : `, and ${others.length} more of the same`;
  return `- ${escaped(title)} (§${escaped(clause)}${by}, \`${id}\`${more})`;
}

function clauses(what: string, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return [];
  const named = ids.slice(0, mostListed).map((id) => `§${escaped(id)}`);
  const more = ids.length - named.length;
  return [
    '',
    `${counted(ids.length, 'clause')} ${what}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  ];
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** What a provider answered must neither format the comment nor mention a user. */
function escaped(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]|~#]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('@', '@&#8203;')
    .replaceAll('://', '&#58;//');
}
