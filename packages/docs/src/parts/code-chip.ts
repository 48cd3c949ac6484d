import type { ProblemEntry } from '@cascade/contract';
import { codeAddress } from '../addresses.ts';
import { type Html, html } from '../html.ts';

/** An entry of a list of codes, which leads to the page of its code. */
export function codeChip({ code, slug, status, provenance }: ProblemEntry): Html {
  return html`<li class="${provenance}"><a href="${codeAddress(slug)}"><span class="status">${status}</span> ${code}</a></li>`;
}
