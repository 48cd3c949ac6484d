import { type Html, html } from './html.ts';

/** A mark that tells at a glance whether the source says it or we chose it. */
export function provenanceBadge(provenance: 'documented' | 'assumed'): Html {
  return html`<span class="badge ${provenance}">${provenance}</span>`;
}

/** Links to clauses, e.g. §7.1/out-of-balance. */
export function clauseLinks(ids: readonly string[]): Html {
  return joined(ids.map((id) => html`<a href="clauses.html#${anchorOf(id)}">§${id}</a>`));
}

/** Links to decisions, e.g. ADR-0013. */
export function decisionLinks(ids: readonly string[]): Html {
  return joined(ids.map((id) => html`<a href="decisions.html#${id}">${id}</a>`));
}

/** Markup side by side, with commas. */
export function joined(items: readonly Html[]): Html {
  return html`${items.map((item, index) => (index === 0 ? item : html`, ${item}`))}`;
}

/** The anchor of a clause on its page: ids have a slash, which anchors of other pages could not be typed with. */
export function anchorOf(clause: string): string {
  return clause.replace('/', '-');
}

/** A table with a header row. */
export function table(columns: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scroll"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>`;
}
