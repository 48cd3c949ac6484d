import { type Html, html } from '../html.ts';

/** A badge: the source says it (documented), or we chose it (assumed). */
export function provenanceBadge(provenance: 'documented' | 'assumed'): Html {
  return html`<span class="badge ${provenance}">${provenance}</span>`;
}

/** A number of things, some of them assumed: *Documented only* shows how many of them are documented. */
export function counted(things: readonly { readonly provenance: 'documented' | 'assumed' }[]): Html {
  const documented = things.filter(({ provenance }) => provenance === 'documented').length;
  if (documented === things.length) return html`${documented}`;
  return html`<span class="with-assumed">${things.length}</span><span class="documented-only">${documented}</span>`;
}
