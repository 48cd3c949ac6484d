import { type Html, html } from '../html.ts';

/** One of several forms of the same thing, e.g. a request in one language. */
export interface Tab {
  readonly label: string;
  readonly body: Html;
}

/**
 * Forms of which a reader wants one, as tabs (ARIA's pattern): the first is shown, and the label chosen is chosen on
 * every page. Without JavaScript all of them are shown below each other.
 */
export function tabs(forms: readonly Tab[]): Html {
  return html`<div class="tabs"><div role="tablist" aria-label="Form">${forms.map(buttonOf)}</div>${forms.map(panelOf)}</div>`;
}

function buttonOf({ label }: Tab, at: number): Html {
  const state = at === 0 ? html`aria-selected="true"` : html`aria-selected="false" tabindex="-1"`;
  return html`<button type="button" role="tab" ${state}>${label}</button>`;
}

/** Other panels are not laid out before they are chosen: that is most of the height of some pages. */
function panelOf({ label, body }: Tab, at: number): Html {
  return html`<div class="tab" role="tabpanel" aria-label="${label}"${at === 0 ? undefined : html` hidden`}><p class="tab-label">${label}</p>${body}</div>`;
}
