import { type Html, html } from '../html.ts';

/** A table with a header row. */
export function table(columns: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scroll"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>`;
}
