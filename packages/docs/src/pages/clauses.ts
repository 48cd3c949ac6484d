import { type Contract, clausePlaces } from '@cascade/contract';
import { html } from '../html.ts';
import type { Page } from '../layout.ts';
import { anchorOf, decisionLinks, table } from '../parts.ts';

/** Every clause of the source, and where the descriptions say it. */
export function clausesPage(
  { clauses, decisions }: Contract,
  descriptions: Readonly<Record<string, unknown>>,
): Page {
  const places = clausePlaces(descriptions);
  return {
    file: 'clauses.html',
    title: 'Clauses',
    body: html`
<p class="lead">Every normative statement of the source document, under the id that everything else cites, with the
places of the descriptions that say it.</p>
${table(
  ['clause', 'kind', 'says', 'described at'],
  [...clauses.values()].map(({ id, kind, says }) => {
    const decided = decisions
      .filter((decision) => decision.clauses.includes(id))
      .map((decision) => decision.id);
    const where = (places.get(id) ?? []).map(
      ({ file, pointer }) => html`<li><code>${file}#${pointer}</code></li>`,
    );
    const described =
      kind === 'not-shown' ? html`decided in ${decisionLinks(decided)}` : html`<ul>${where}</ul>`;
    return html`<tr id="${anchorOf(id)}"><th scope="row">§${id}</th><td>${kind}</td><td>${says}</td><td>${described}</td></tr>\n`;
  }),
)}`,
  };
}
