import { hash } from 'node:crypto';

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

/**
 * For texts and for attributes in quotation marks. Control characters, which HTML forbids, become visible.
 */
function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A number with its unit, which tables put at the right like bare numbers. */
interface Amount extends Html {
  readonly isAmount: true;
}

export function amount(text: string): Amount {
  return { ...html`${text}`, isAmount: true };
}

function isAmount(content: Content): boolean {
  if (typeof content === 'number') return true;
  return typeof content === 'object' && content !== null && 'isAmount' in content;
}

/** The columns of which every cell is a number, an amount or empty. */
function columnsOfAmounts(rows: readonly (readonly Content[])[]): ReadonlySet<number> {
  const columns = [...(rows[0] ?? []).keys()];
  const isEmpty = (content: Content) => content === null || content === undefined || content === false;
  return new Set(
    columns.filter((at) => {
      const cells = rows.map((row) => row[at]).filter((cell) => !isEmpty(cell));
      return cells.length > 0 && cells.every(isAmount);
    }),
  );
}

/** A table in a box that scrolls by itself on narrow screens; a text instead if there are no rows. */
export function scrollingTable(
  heads: readonly string[],
  rows: readonly (readonly Content[])[],
  otherwise: string,
): Html {
  if (rows.length === 0) return html`<p>${otherwise}</p>`;
  const amounts = columnsOfAmounts(rows);
  const kind = (at: number) => amounts.has(at) && html` class="amount"`;
  return html`<div class="table" role="region" tabindex="0" aria-label="${heads.join(', ')}"><table>
<thead><tr>${heads.map((head, at) => html`<th scope="col"${kind(at)}>${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell, at) => html`<td${kind(at)}>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;
}

/** An instant for people and programs. */
export function time(at: Date | null): Html {
  if (at === null) return html`–`;
  const text = at.toISOString();
  return html`<time datetime="${text}">${text.replace('T', ' ').replace('.000Z', 'Z')}</time>`;
}

const style = `
:root { color-scheme: light dark; --edge: #8886; --soft: #8881; --bad: #b3261e; --good: #1b6e3c; --link: #1a4fb4 }
@media (prefers-color-scheme: dark) { :root { --bad: #ff9a8f; --good: #7fd8a0; --link: #9dc1ff } }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1rem; max-width: 75rem; font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
a { color: var(--link) }
.table { overflow-x: auto; border: 1px solid var(--edge); border-radius: .4rem }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums }
th, td { text-align: left; vertical-align: top; padding: .35rem .7rem }
td { white-space: nowrap; border-top: 1px solid var(--edge) }
td.long, td .long { white-space: normal; overflow-wrap: anywhere; min-width: 12rem; display: inline-block }
.amount { text-align: right }
nav { display: flex; flex-wrap: wrap; gap: 0 1rem }
th { background: var(--soft); white-space: nowrap }
.bad { color: var(--bad); font-weight: 600 } .good { color: var(--good) }
form { display: flex; flex-wrap: wrap; gap: .5rem }
input { flex: 1 1 16rem; min-width: 0; font: inherit; padding: .4rem .6rem; border: 1px solid var(--edge); border-radius: .4rem }
button { font: inherit; padding: .4rem 1rem; border: 1px solid var(--edge); border-radius: .4rem }
p, dd { overflow-wrap: anywhere } dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem } dd { margin: 0 }
code { overflow-wrap: anywhere }
`;

/** Nothing is loaded or run; the only style is ours. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every page. */
export const pageHeaders = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

interface Shown {
  /** What the search box has in it. */
  readonly searched?: string;
  /** After how many seconds the browser loads the page again; never if absent. */
  readonly refreshSeconds?: number | undefined;
}

/** A page with the search box. */
export function documentOf(
  title: string,
  content: Html,
  { searched = '', refreshSeconds }: Shown = {},
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<form action="/message" method="get" role="search">
<input name="id" aria-label="Request id or message id" placeholder="Request id or message id" value="${searched}" maxlength="200" required>
<button>Show</button>
</form>
</header>
<main>${content}</main>
</body>
</html>
`.markup;
}
