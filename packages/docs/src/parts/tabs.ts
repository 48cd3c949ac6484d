import { type Html, html } from '../html.ts';

/** One of several forms of the same thing, e.g. a request in one language. */
export interface Tab {
  readonly label: string;
  readonly body: Html;
}

/**
 * Forms of which a reader wants one. Below each other without JavaScript; with it, tabs, and the label chosen is
 * chosen on every page.
 */
export function tabs(forms: readonly Tab[]): Html {
  return html`<div class="tabs">${forms.map(
    ({ label, body }) =>
      html`<div class="tab" data-label="${label}"><p class="tab-label">${label}</p>${body}</div>`,
  )}</div>`;
}
