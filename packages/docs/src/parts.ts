import { groupOf } from './coverage/clause-groups.ts';
import { type Html, html } from './html.ts';

/** A badge: the source says it (documented), or we chose it (assumed). */
export function provenanceBadge(provenance: 'documented' | 'assumed'): Html {
  return html`<span class="badge ${provenance}">${provenance}</span>`;
}

/** Links to clauses, e.g. §7.1/out-of-balance. */
export function clauseLinks(ids: readonly string[]): Html {
  return joined(ids.map((id) => html`<a href="/clauses/${groupOf(id)}.html#${anchorOf(id)}">§${id}</a>`));
}

/** Links to decisions, e.g. ADR-0013. */
export function decisionLinks(ids: readonly string[]): Html {
  return joined(ids.map((id) => html`<a href="/decisions/${id}.html">${id}</a>`));
}

/** A number of things, some of them assumed: *Documented only* shows how many of them are documented. */
export function counted(things: readonly { readonly provenance: 'documented' | 'assumed' }[]): Html {
  const documented = things.filter(({ provenance }) => provenance === 'documented').length;
  if (documented === things.length) return html`${documented}`;
  return html`<span class="with-assumed">${things.length}</span><span class="documented-only">${documented}</span>`;
}

/** Joins markup with commas. */
export function joined(items: readonly Html[]): Html {
  return html`${items.map((item, index) => (index === 0 ? item : html`, ${item}`))}`;
}

/**
 * The anchor of a clause on its page. The slash of the id is replaced, so that the anchor is easy to type.
 */
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
