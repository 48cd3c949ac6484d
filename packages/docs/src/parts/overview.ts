import { type Html, html } from '../html.ts';

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
