import type { Contract } from '@cascade/contract';
import { clauseAddress } from '../addresses.ts';
import { anchorOf, type ClauseGroup, clauseGroups } from '../coverage/clause-groups.ts';
import type { KeptReport } from '../coverage/evidence.ts';
import type { Page } from '../layout/page.ts';
import { folded, table } from '../parts/elements.ts';
import { type Html, html } from '../tree/html.ts';

interface ProviderSources {
  readonly contract: Contract;
  readonly reports: readonly KeptReport[];
}

/** Every provider that has a committed report, clause by clause, and what differs between any two. */
export function providersPage({ contract, reports }: ProviderSources): Page {
  return {
    file: 'providers.html',
    title: 'Providers',
    lead: 'What the verifier found on each provider, clause by clause, and what differs between any two.',
    body: html`
<p>A clause <em>holds</em>, is <em>broken</em>, or is <em>open</em>: the run did not judge it, or no run can.
<a href="/packages/verifier.html#levels">The level</a> beside a verdict names what was judged. The table is made from committed
reports; <code>npm --prefix packages/verifier run verdicts -- --add NAME=report.json</code> adds one of any provider.</p>
<h2 id="reports">Reports</h2>
${table(
  ['provider', 'verdict', 'judged on', 'seed', 'verifier'],
  reports.map(
    ({ name, statement, began, seed, verifier }) =>
      html`<tr><th scope="row">${name}</th><td>${statement}</td><td>${began.slice(0, 10)}</td><td>${seed}</td><td><code>${verifier.version}</code> <code>${verifier.digest.slice(0, 19)}</code></td></tr>\n`,
  ),
)}
<h2 id="differences">Differences</h2>
${pairsOf(reports).map(([one, other]) => difference(one, other))}
<h2 id="clauses">Clauses</h2>
${clauseGroups(contract.clauses).map((group) => matrixOf(group, reports))}`,
  };
}

/** What a verdict of the verifier means for a clause. */
function wordOf(verdict: string | undefined): 'holds' | 'broken' | 'open' {
  if (verdict === 'conformant') return 'holds';
  return verdict === 'non-conformant' ? 'broken' : 'open';
}

function matrixOf({ id, title, clauses }: ClauseGroup, reports: readonly KeptReport[]): Html {
  return html`<h3 id="section-${id}">§${id} ${title}</h3>
${table(
  ['clause', ...reports.map(({ name }) => name)],
  clauses.map((clause) => {
    const cells = reports.map(({ verdicts }) => wordOf(verdicts[clause.id]));
    const provenance = clause.kind === 'not-shown' ? 'assumed' : 'documented';
    return html`<tr id="${anchorOf(clause.id)}" class="${provenance}"><th scope="row"><a href="${clauseAddress(clause.id)}">§${clause.id}</a></th>${cells.map((word) => html`<td class="verdict-${word}">${word}</td>`)}</tr>\n`;
  }),
)}`;
}

/** Each with each, once. */
function pairsOf(reports: readonly KeptReport[]): readonly (readonly [KeptReport, KeptReport])[] {
  return reports.flatMap((one, at) => reports.slice(at + 1).map((other) => [one, other] as const));
}

/** What the second report says otherwise than the first. */
function difference(one: KeptReport, other: KeptReport): Html {
  const ids = [...new Set([...Object.keys(one.verdicts), ...Object.keys(other.verdicts)])];
  const clauses = ids.flatMap((id) => {
    const before = wordOf(one.verdicts[id]);
    const after = wordOf(other.verdicts[id]);
    return before === after
      ? []
      : [
          html`<a href="${clauseAddress(id)}">§${id}</a>: ${before} in ${one.name}, ${after} in ${other.name}`,
        ];
  });
  const only = (report: KeptReport, than: KeptReport) =>
    report.findings
      .filter(({ id }) => than.findings.every((each) => each.id !== id))
      .map(({ id, title }) => html`<code>${id}</code> only in ${report.name}: ${title}`);
  const all = [...clauses, ...only(one, other), ...only(other, one)];
  const names = `${one.name} and ${other.name}`;
  if (all.length === 0) return html`<p>${names}: no difference.</p>\n`;
  return folded(`${names}: ${all.length} ${all.length === 1 ? 'difference' : 'differences'}`, all);
}
