import { type Contract, clausePlaces } from '@cascade/contract';
import type { Evidence } from '../coverage/evidence.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { anchorOf, decisionLinks, table } from '../parts.ts';

/**
 * Every clause of the source: its places in the descriptions, its scenarios, its mutants, and the verdicts.
 */
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
<p class="lead">Every normative statement of the source document by id: where the descriptions state it, which scenarios
test it, and which mutants break it.</p>
<p>The last columns are the verifier's verdicts on service and mock. A clause <em>holds</em>, is <em>broken</em>, or is
<em>open</em>: it cannot be observed from outside, or the source does not define it.</p>
${table(['clause', 'says', 'described at', 'scenarios', 'mutants', ...judged], rows)}`,
  };
}

function listOf(what: string, items: readonly string[] = []): Html {
  if (items.length === 0) return html`<span class="none">none</span>`;
  const list = html`<ul>${items.map((item) => html`<li><code>${inPieces(item)}</code></li>`)}</ul>`;
  if (items.length === 1) return list;
  return html`<details><summary>${items.length} ${what}</summary>${list}</details>`;
}

/** Lets the browser break a long pointer after each slash. */
function inPieces(text: string): Html[] {
  return text.split(/(?<=[#/])/).map((piece, at) => (at === 0 ? html`${piece}` : html`<wbr>${piece}`));
}

function inAWord(verdict: string | undefined): string {
  if (verdict === 'conformant') return 'holds';
  return verdict === 'non-conformant' ? 'broken' : 'open';
}
