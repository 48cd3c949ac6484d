import { type Contract, clausePlaces } from '@cascade/contract';
import type { Evidence } from '../coverage/evidence.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../layout.ts';
import { anchorOf, decisionLinks, table } from '../parts.ts';

/** Every clause of the source: where the descriptions say it, which scenarios and mutants hold it, and what came of it. */
export function clausesPage(
  { clauses, decisions }: Contract,
  descriptions: Readonly<Record<string, unknown>>,
  evidence: Evidence,
): Page {
  const places = clausePlaces(descriptions);
  const judged = Object.keys(evidence.verdicts);
  const rows = [...clauses.values()].map(({ id, kind, says }) => {
    const decided = decisions.filter((one) => one.clauses.includes(id)).map((one) => one.id);
    const where = (places.get(id) ?? []).map(({ file, pointer }) => `${file}#${pointer}`);
    const described =
      kind === 'not-shown' ? html`decided in ${decisionLinks(decided)}` : listOf('places', where);
    const verdicts = judged.map((target) => html`<td>${inAWord(evidence.verdicts[target]?.get(id))}</td>`);
    const why = evidence.untestable.get(id);
    return html`<tr id="${anchorOf(id)}" class="${kind === 'not-shown' ? 'assumed' : 'documented'}"><th scope="row">§${id}</th><td>${says} <small>${kind}</small></td><td class="where">${described}</td><td>${listOf('scenarios', evidence.scenarios.get(id))}</td><td>${why ?? listOf('mutants', evidence.mutants.get(id))}</td>${verdicts}</tr>\n`;
  });
  return {
    file: 'clauses.html',
    title: 'Coverage',
    body: html`
<p class="lead">Every normative statement of the source document, under the id that everything else cites: the places of
the descriptions that say it, the scenarios that look at it, and the mutants that break it.</p>
<p>What the verifier says of service and mock: the clause <em>holds</em>, is <em>broken</em>, or stays <em>open</em>, since
nobody can see it from outside or the source does not say it.</p>
${table(['clause', 'says', 'described at', 'scenarios', 'mutants', ...judged], rows)}`,
  };
}

function listOf(what: string, items: readonly string[] = []): Html {
  if (items.length === 0) return html`<span class="none">none</span>`;
  const list = html`<ul>${items.map((item) => html`<li><code>${inPieces(item)}</code></li>`)}</ul>`;
  if (items.length === 1) return list;
  return html`<details><summary>${items.length} ${what}</summary>${list}</details>`;
}

/** A long pointer may go on in the next line behind each slash. */
function inPieces(text: string): Html[] {
  return text.split(/(?<=[#/])/).map((piece, at) => (at === 0 ? html`${piece}` : html`<wbr>${piece}`));
}

function inAWord(verdict: string | undefined): string {
  if (verdict === 'conformant') return 'holds';
  return verdict === 'non-conformant' ? 'broken' : 'open';
}
