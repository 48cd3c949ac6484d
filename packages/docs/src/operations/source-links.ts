import type { Said } from '../description/read-description.ts';
import { type Html, html } from '../html.ts';
import { clauseLinks, decisionLinks, joined } from '../parts/links.ts';

/** Where a node comes from: links to its clauses and decisions. */
export function sourceLinks({
  clauses,
  decisions,
  additions = [],
}: Pick<Said, 'clauses' | 'decisions'> & Partial<Pick<Said, 'additions'>>): Html {
  const links = [
    ...(clauses.length === 0 ? [] : [clauseLinks(clauses)]),
    ...(decisions.length === 0 ? [] : [decisionLinks(decisions)]),
    ...(additions.length === 0 ? [] : [html`assumed in part: ${decisionLinks(additions)}`]),
  ];
  return html`<span class="source">${joined(links)}</span>`;
}
