import type { LedgerRow, Report } from '../report.ts';
import { clauseAnchor, linkedClause } from './linked-clause.ts';
import { type Markup, markup } from './markup.ts';

const filters = [
  ['all', 'all'],
  ['non-conformant', 'non-conformant'],
  ['inconclusive', 'inconclusive'],
  ['conformant', 'conformant'],
] as const;

/** The coverage ledger: every clause, its number of attempts and its verdict. */
export function ledgerSection({ ledger }: Report, docs: string | undefined): Markup {
  const rows = ledger.map((row) => rowOf(row, docs));
  const choices = filters.map(
    ([value, label], at) =>
      markup`<label><input type="radio" name="verdict" value="${value}"${at === 0 ? markup` checked` : markup``}> ${label}</label>`,
  );
  return markup`<section class="ledger">
<h2>Coverage ledger</h2>
<fieldset><legend>Show</legend>${choices}</fieldset>
<div class="wide"><table>
<thead><tr><th scope="col">clause</th><th scope="col">says</th><th scope="col">attempts</th>
<th scope="col">matches</th><th scope="col">verdict</th></tr></thead>
<tbody>${rows}
</tbody></table></div>
</section>`;
}

function rowOf(
  { clause, kind, says, attempts, matches, verdict, reason }: LedgerRow,
  docs: string | undefined,
): Markup {
  const why = reason === undefined ? markup`` : markup`<span class="small">${reason}</span>`;
  const name = docs === undefined ? markup`§${clause}` : linkedClause(clause, docs);
  return markup`
<tr class="${verdict}" id="${clauseAnchor(clause)}"><th scope="row">${name}</th>
<td>${says} <span class="small">${kind}</span></td><td>${attempts}</td><td>${matches}</td>
<td><span class="mark">${verdict}</span>${why}</td></tr>`;
}
