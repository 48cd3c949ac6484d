import { clauseLink } from '../clause-link.ts';
import { type Markup, markup } from './markup.ts';

/** The id of a clause's row in the ledger. */
export function clauseAnchor(clause: string): string {
  return `clause-${clause.replaceAll('/', '-')}`;
}

/** A clause that links to the portal, or to its row in the ledger of the page if there is no portal. */
export function linkedClause(clause: string, docs: string | undefined): Markup {
  const address = docs === undefined ? `#${clauseAnchor(clause)}` : clauseLink(docs, clause);
  return markup`<a href="${address}">§${clause}</a>`;
}
