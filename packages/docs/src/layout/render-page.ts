import { type Html, html, raw } from '../html.ts';
import { inParts } from './in-parts.ts';
import { contrast, icon, wordmark } from './marks.ts';
import { navigation, navigationOf } from './navigation.ts';
import { onThisPage } from './on-this-page.ts';
import type { Page } from './page.ts';
import { rootOf, withRelativeLinks } from './relative-links.ts';

/**
 * Runs before the first paint, so that no page flashes in the other theme. Redoc stores the theme under the
 * same key.
 */
const beforePaint =
  raw(`<script>try{var c=document.documentElement.classList,t=localStorage.getItem('redoc.colorMode');
if(t==='dark'||t==='light')c.add(t);if(localStorage.getItem('cascade.assumed')==='hidden')c.add('hide-assumed')}catch{}</script>`);

const header = html`<header class="bar">
<button type="button" class="menu" popovertarget="pages">Menu</button>
<a class="home" href="/index.html">${wordmark}</a>
<div class="switches">
<button type="button" id="search-open" aria-keyshortcuts="/ Control+K"><span>Search</span> <kbd>/</kbd></button>
<button type="button" id="assumed-switch" aria-pressed="false">Documented only</button>
<button type="button" id="theme-switch" aria-label="Dark theme" title="Dark theme">${contrast}</button>
</div>
</header>`;

const searchDialog = html`<dialog id="search" aria-label="Search">
<input type="search" role="combobox" aria-label="Search operations, fields, codes, reasons, clauses, decisions" aria-expanded="true" aria-controls="search-results" autocomplete="off" spellcheck="false" placeholder="A code, field, reason, clause …">
<ul id="search-results" role="listbox" aria-label="Results"></ul>
<p class="hint" role="status" id="search-status"></p>
</dialog>`;

/** While *Documented only* is on, each page says so. */
function banner({ showsAssumed = false }: Page): Html {
  const says = showsAssumed
    ? 'Documented only: assumed parts are hidden on the other pages. This page is about them.'
    : 'Documented only: assumed parts are hidden.';
  return html`<div class="banner documented-only" role="region" aria-label="Documented only">${says}
<button type="button" class="assumed-show">Show all</button></div>`;
}

/** What every page contains. */
export interface Common {
  readonly styles: string;
  readonly script: string;
}

/**
 * Whole HTML documents. Styles and script are inline: a page is readable, and can be used, after one response. The
 * script comes before the content, so that the header works while the rest of a long page is still read.
 */
export function renderPages(pages: readonly Page[], common: Common): ReadonlyMap<string, string> {
  return new Map(pages.map((page) => [page.file, renderPage(page, pages, common)]));
}

function renderPage(page: Page, pages: readonly Page[], { styles, script }: Common): string {
  const { file, title, lead, body, isWide = false } = page;
  const toc = isWide ? undefined : onThisPage(body);
  const document = html`<!doctype html>
<html lang="en" data-root="${rootOf(file)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${lead === undefined ? undefined : html`<meta name="description" content="${lead}">\n`}<title>${title} · Cascade</title>
<link rel="icon" href="${icon}">
<style>${raw(styles)}</style>
${beforePaint}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${header}
${banner(page)}
${searchDialog}
<script>${raw(script)}</script>
<div class="columns${toc === undefined ? '' : ' with-toc'}${isWide ? ' wide' : ''}">
<nav class="pages" id="pages" popover aria-label="Pages">${navigationOf(page, pages)}</nav>
<main id="main" tabindex="-1">
${trail(page)}<h1>${title}</h1>
${lead === undefined ? undefined : html`<p class="lead">${lead}</p>\n`}${isWide ? body : inParts(body)}
${neighbours(page, pages)}
</main>
${toc}
</div>
<footer>Generated from the contract. § cites the source document.</footer>
</body>
</html>
`;
  return withRelativeLinks(document.text, file);
}

/** A link to the overview that lists the page. */
function trail({ under }: Page): Html | undefined {
  const overview = navigation.find(({ file }) => file === under);
  return overview && html`<p class="trail"><a href="/${overview.file}">${overview.label}</a></p>\n`;
}

/** Links to the pages before and after this one in its overview. */
function neighbours({ file, under }: Page, pages: readonly Page[]): Html | undefined {
  const row = under === undefined ? [] : pages.filter((page) => page.under === under);
  if (row.length < 2) return undefined;
  const at = row.findIndex((page) => page.file === file);
  const link = (page: Page | undefined, rel: string, word: string) =>
    page && html`<a rel="${rel}" href="/${page.file}"><small>${word}</small>${page.title}</a>`;
  return html`<nav class="neighbours" aria-label="Neighbouring pages">${link(row[at - 1], 'prev', 'Previous')}${link(row[at + 1], 'next', 'Next')}</nav>`;
}
