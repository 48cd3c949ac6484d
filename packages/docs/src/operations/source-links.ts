import type { Said } from '../description/read-description.ts';
import { type Html, html } from '../html.ts';
import { clauseLinks, decisionLinks, joined } from '../parts/links.ts';

/** Where a node comes from: links to its clauses and decisions. */
export function sourceLinks({ clauses, decisions }: Pick<Said, 'clauses' | 'decisions'>): Html {
  const links = [
    ...(clauses.length === 0 ? [] : [clauseLinks(clauses)]),
    ...(decisions.length === 0 ? [] : [decisionLinks(decisions)]),
  ];
  return html`<span class="source">${joined(links)}</span>`;
}
