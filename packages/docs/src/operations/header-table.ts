import { type Html, html } from '../html.ts';
import { table } from '../parts/table.ts';

/** A header with a value, and what it means. */
export interface HeaderRow {
  readonly name: string;
  readonly value: string;
  readonly provenance: 'documented' | 'assumed';
  readonly says: Html;
}

/** Headers as they are sent. */
export function headerTable(rows: readonly HeaderRow[]): Html {
  return table(
    ['header', 'meaning'],
    rows.map(
      ({ name, value, provenance, says }) =>
        html`<tr class="${provenance}"><th scope="row"><code>${name}: ${value}</code></th><td>${says}</td></tr>\n`,
    ),
  );
}
