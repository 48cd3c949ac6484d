/** HTML that is safe to send: every text in it was escaped. */
export interface Html {
  readonly markup: string;
}

type Content = Html | string | number | null | undefined | false | readonly Content[];

/** A template whose values are escaped, unless they are HTML themselves. Absent values are nothing. */
export function html(texts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return { markup: String.raw({ raw: texts }, ...values.map(markupOf)) };
}

function markupOf(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'string' || typeof content === 'number') return escapeMarkup(String(content));
  if ('markup' in content) return content.markup;
  return content.map(markupOf).join('');
}

/** For texts and for attributes in quotation marks. Control characters, which HTML forbids, become visible. */
function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A table in a box that scrolls by itself on narrow screens; a text instead if there are no rows. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly Content[])[],
  otherwise: string,
): Html {
  if (rows.length === 0) return html`<p>${otherwise}</p>`;
  return html`<div class="table" role="region" tabindex="0" aria-label="${heads.join(', ')}"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;
}

/** An instant for people and programs. */
export function time(at: Date | null): Html {
  if (at === null) return html`–`;
  const text = at.toISOString();
  return html`<time datetime="${text}">${text.replace('T', ' ').replace('.000Z', 'Z')}</time>`;
}
