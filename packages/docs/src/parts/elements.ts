import { amountOf, type LimitEntry, type ProblemEntry } from '@cascade/contract';
import { clauseAddress, codeAddress, decisionAddress, limitAddress } from '../addresses.ts';
import { attributes, type Html, html } from '../tree/html.ts';

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

/** A badge: the source says it (documented), or we chose it (assumed). */
export function provenanceBadge(provenance: 'documented' | 'assumed'): Html {
  return html`<span class="badge ${provenance}">${provenance}</span>`;
}

/** A number of things, some of them assumed: *Hide assumptions* shows how many of them are documented. */
export function counted(things: readonly { readonly provenance: 'documented' | 'assumed' }[]): Html {
  const documented = things.filter(({ provenance }) => provenance === 'documented').length;
  if (documented === things.length) return html`${documented}`;
  return html`<span class="with-assumed">${things.length}</span><span class="without-assumed">${documented}</span>`;
}

/** The limits that a code or a reason reports, among its facts. */
export function limitsTerm(limits: readonly LimitEntry[]): Html | undefined {
  if (limits.length === 0) return undefined;
  const links = limits.map(
    (limit) => html`<a href="${limitAddress(limit.id)}">${limit.says}: ${amountOf(limit)}</a>`,
  );
  return html`<dt>Limits</dt><dd>${limits.length > 2 ? folded(`${limits.length} limits`, links) : joined(links)}</dd>`;
}

/** Things that are folded under a line which counts them. */
export function folded(says: string, items: readonly Html[]): Html {
  return html`<details class="folded"><summary>${says}</summary><ul>${items.map((item) => html`<li>${item}</li>`)}</ul></details>`;
}

/** A name that may break after each dot. */
export function breakable(name: string): Html {
  const [first = '', ...more] = name.split('.');
  return html`${first}${more.map((part) => html`.<wbr>${part}`)}`;
}

/** A table with a header row. */
export function table(columns: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scroll"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>`;
}

/** A row of an overview. */
export interface OverviewRow {
  /** Its anchor, which stays valid forever. */
  readonly id: string;
  readonly provenance: 'documented' | 'assumed';
  /** One for each column. */
  readonly cells: readonly (Html | string | number)[];
}

/** A table that can be scanned; where there is no room for columns, each row is a card. */
export function overview(columns: readonly string[], rows: readonly OverviewRow[]): Html {
  return html`<table class="overview">
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => rowOf(columns, row))}</tbody>
</table>`;
}

function rowOf(columns: readonly string[], { id, provenance, cells }: OverviewRow): Html {
  return html`<tr id="${id}" class="${provenance}">${cells.map(
    (cell, at) => html`<td data-column="${columns[at]}">${cell}</td>`,
  )}</tr>\n`;
}

/** An entry of a list of codes, which leads to the page of its code. */
export function codeChip({ code, slug, status, provenance }: ProblemEntry): Html {
  return html`<li class="${provenance}"><a href="${codeAddress(slug)}"><span class="status">${status}</span> ${code}</a></li>`;
}

/** One of several forms of the same thing, e.g. a request in one language. */
export interface Tab {
  readonly label: string;
  readonly body: Html;
}

/**
 * Forms of which a reader wants one, as tabs (ARIA's pattern): the first is shown, and the label chosen is
 * chosen on every page. Without JavaScript all of them are shown below each other. `areSame`: each says what
 * the others say, so the first is enough for a program.
 */
export function tabs(forms: readonly Tab[], { areSame = false } = {}): Html {
  return html`<div class="tabs${areSame ? ' same' : ''}"><div role="tablist" aria-label="Form">${forms.map(buttonOf)}</div>${forms.map(panelOf)}</div>`;
}

function buttonOf({ label }: Tab, at: number): Html {
  const state = attributes({ 'aria-selected': String(at === 0), tabindex: at === 0 ? undefined : -1 });
  return html`<button type="button" role="tab"${state}>${label}</button>`;
}

/** Other panels are not laid out before they are chosen: that is most of the height of some pages. */
function panelOf({ label, body }: Tab, at: number): Html {
  return html`<div class="tab" role="tabpanel" aria-label="${label}"${attributes({ hidden: at > 0 })}><p class="tab-label">${label}</p>${body}</div>`;
}
