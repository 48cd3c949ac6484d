import { clauseAddress, decisionAddress } from '../addresses.ts';
import { type Html, html } from '../html.ts';

/** Links to clauses, e.g. §7.1/out-of-balance. */
export function clauseLinks(ids: readonly string[]): Html {
  return joined(ids.map((id) => html`<a href="${clauseAddress(id)}">§${id}</a>`));
}

/** Links to decisions, e.g. ADR-0013. */
export function decisionLinks(ids: readonly string[]): Html {
  return joined(ids.map((id) => html`<a href="${decisionAddress(id)}">${id}</a>`));
}

/** Joins markup with commas. */
export function joined(items: readonly Html[]): Html {
  return html`${items.map((item, index) => (index === 0 ? item : html`, ${item}`))}`;
}
