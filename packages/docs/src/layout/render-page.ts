import { addressAt } from '../addresses.ts';
import { markdownFile } from '../programs/page-markdown.ts';
import { summaryOf } from '../programs/program-files.ts';
import { type Html, html, raw } from '../tree/html.ts';
import {
  attributeOf,
  type Element,
  elementsOf,
  hasClass,
  isElement,
  levelOf,
  type PageNode,
  textOf,
} from '../tree/nodes.ts';
import { type Writing, writeHtml } from '../tree/write-html.ts';
import { navigation, navigationOf } from './navigation.ts';
import type { Page } from './page.ts';

/** Three steps, each one lower: the stages of a cascade. */
const steps = html`<path d="M2 4h8v4H2zM8 10h8v4H8zM14 16h8v4h-8z"/>`;

/** The sign beside the name, in the colour of its text. */
const wordmark: Html = html`<svg class="sign" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">${steps}</svg><span>Cascade</span>`;

/** The sign as an icon of the browser, without a request: light on dark themes of the browser, too. */
export const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>path{fill:#4f46e5}@media(prefers-color-scheme:dark){path{fill:#a5b4fc}}</style>${steps.text}</svg>`,
)}`;

/** A circle, half light and half dark: the theme. */
const contrast = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 1.5a6.5 6.5 0 0 1 0 13z" fill="currentColor"/></svg>`;

/** An eye with a stroke: what is hidden, where there is no room for the words. */
const hiddenEye = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M1.5 8s2.4-4.2 6.5-4.2S14.5 8 14.5 8 12.1 12.2 8 12.2 1.5 8 1.5 8zM2.5 13.5l11-11" fill="none" stroke="currentColor" stroke-width="1.4"/></svg>`;

/** A lens: the search, where there is no room for its name. */
const lens = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.3 10.3l3.7 3.7" fill="none" stroke="currentColor" stroke-width="1.5"/></svg>`;

/** The way from a file of the site to the site's root: `''`, `'../'`, … */
function rootOf(file: string): string {
  return '../'.repeat(file.split('/').length - 1);
}

/**
 * Makes addresses that begin with a slash relative to `file`: the site then works from a folder on disk and
 * below any path of a server.
 */
export function addressesFrom(file: string): (address: string) => string {
  const root = rootOf(file);
  return (address) => (/^\/(?!\/)/.test(address) ? root + address.slice(1) : address);
}

/** Pages with more headings list the upper level only. */
const mostOfBothLevels = 24;

/** Links to the headings of a page; nothing if there are fewer than two. */
function onThisPage(body: Html): Html | undefined {
  const all = headingsIn(body.nodes);
  const upper = all.filter(({ element }) => element.tag === 'h2');
  const shown = all.length > mostOfBothLevels && upper.length > 1 ? upper : all;
  if (shown.length < 2) return undefined;
  return html`<nav class="toc" aria-label="On this page"><p>On this page</p><ul>${shown.map(
    ({ element, holder }) =>
      html`<li class="level-${levelOf(element)}${hasClass(holder, 'assumed') ? ' assumed' : ''}"><a href="#${attributeOf(holder, 'id')}">${wordsOf(element.children).trim()}</a></li>`,
  )}</ul></nav>`;
}

/**
 * The headings of both levels with an anchor, and what holds it: the heading, or the section that begins with
 * it.
 */
function headingsIn(nodes: readonly PageNode[]): readonly { element: Element; holder: Element }[] {
  const isHeading = (element: Element | undefined) => element !== undefined && /^h[23]$/.test(element.tag);
  return elementsOf(nodes).flatMap((holder) => {
    const [first, ...rest] = elementsOf(holder.children);
    const hasAnchor = attributeOf(holder, 'id') !== '';
    if (isHeading(holder)) return hasAnchor ? [{ element: holder, holder }] : [];
    if (holder.tag !== 'section' || !hasAnchor || first === undefined || !isHeading(first))
      return headingsIn(holder.children);
    return [{ element: first, holder }, ...headingsIn(rest)];
  });
}

/** The words of a heading without badges, links and code. */
function wordsOf(nodes: readonly PageNode[]): string {
  return nodes
    .map((node) => {
      if (!isElement(node)) return textOf(node);
      return hasClass(node, 'badge') ? '' : wordsOf(node.children);
    })
    .join('');
}

/**
 * Runs before the first paint, so that no page flashes in the other theme. Redoc stores the theme under the
 * same key.
 */
export const beforePaint =
  raw(`<script>try{var c=document.documentElement.classList,t=localStorage.getItem('redoc.colorMode');
if(t==='dark'||t==='light')c.add(t);if(localStorage.getItem('cascade.assumed')==='hidden')c.add('hide-assumed')}catch{}</script>`);

/** What is above the content of every page, and what it opens. */
export const frameOf = (version: string, says?: string) => html`<header class="bar">
<button type="button" class="menu" popovertarget="pages">Menu</button>
<a class="home" href="/index.html">${wordmark}</a>
<a class="version" href="/changelog.html" title="The contract that these pages show">${version}</a>
<div class="switches">
<button type="button" id="search-open" aria-keyshortcuts="/ Control+K"><span>Search</span>${lens}<kbd>/</kbd></button>
<button type="button" id="assumed-switch" aria-pressed="false"><span>Hide assumptions</span>${hiddenEye}</button>
<button type="button" id="theme-switch" aria-label="Dark theme" title="Dark theme">${contrast}</button>
</div>
</header>
${banner(says)}
<dialog id="search" aria-label="Search">
<input type="search" role="combobox" aria-label="Search operations, fields, codes, reasons, clauses, decisions" aria-expanded="true" aria-controls="search-results" autocomplete="off" spellcheck="false" placeholder="A code, field, clause … or an answer that you got">
<ul id="search-results" role="listbox" aria-label="Results"></ul>
<p class="hint" role="status" id="search-status"></p>
</dialog>`;

/** While *Hide assumptions* is on, each page says so. */
function banner(says = 'Assumptions are hidden.'): Html {
  return html`<div class="banner without-assumed" role="region" aria-label="Assumptions are hidden">${says}
<button type="button" class="assumed-show">Show all</button></div>`;
}

const aboutAssumed = 'Assumptions are hidden on the other pages. This page has them all.';

/** What every page contains. */
interface Common {
  /** The version of the contract that the pages show. */
  readonly version: string;
  readonly styles: string;
  readonly script: string;
  /** What of a page is written besides what it says, e.g. what is hidden at times. */
  readonly writingOf?: (page: Page, document: Html) => Writing;
  /** The address of the site, if it is known. */
  readonly base?: string | undefined;
}

/**
 * Whole HTML documents. Styles and script are inline: a page is readable, and can be used, after one
 * response. The script comes before the content, so that the header works while the rest of a long page is
 * still read.
 */
export function renderPages(pages: readonly Page[], common: Common): ReadonlyMap<string, string> {
  return new Map(pages.map((page) => [page.file, renderPage(page, pages, common)]));
}

function renderPage(page: Page, pages: readonly Page[], common: Common): string {
  const document = documentOf(page, pages, common);
  const writing = common.writingOf?.(page, document) ?? {};
  return writeHtml(document.nodes, { ...writing, addressOf: addressesFrom(page.file) });
}

function documentOf(page: Page, pages: readonly Page[], { styles, script, version, base }: Common): Html {
  const { file, title, lead, body, isWide = false } = page;
  const toc = isWide ? undefined : onThisPage(body);
  return html`<!doctype html>
<html lang="en" data-root="${rootOf(file)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${summaryOf(page)}">
${canonical(file, base)}<title>${title} · Cascade</title>
${alternate(page)}${feedLinks}<link rel="icon" href="${icon}">
<style>${raw(styles)}</style>
${beforePaint}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${frameOf(version, page.showsAssumed ? aboutAssumed : undefined)}
<script>${raw(script)}</script>
<div class="columns${toc === undefined ? '' : ' with-toc'}${isWide ? ' wide' : ''}">
<nav class="pages" id="pages" popover aria-label="Pages">${navigationOf(page, pages)}</nav>
<main id="main" tabindex="-1">
${copyMarkdown(page)}${trail(page)}<h1>${title}</h1>
${lead === undefined ? undefined : html`<p class="lead">${lead}</p>\n`}${body}
${neighbours(page, pages)}
</main>
${toc}
</div>
<footer>Generated from the contract ${version}. § cites the source document.</footer>
</body>
</html>
`;
}

/** Whether the page is also Markdown; that of a missing page is not. */
const hasMarkdown = ({ file }: Page) => file !== '404.html';

function alternate(page: Page): Html | undefined {
  if (!hasMarkdown(page)) return undefined;
  return html`<link rel="alternate" type="text/markdown" href="/${markdownFile(page.file)}">\n`;
}

const feedLinks = html`<link rel="alternate" type="application/atom+xml" title="Changelog" href="/feed.xml">
<link rel="alternate" type="application/feed+json" title="Changelog" href="/feed.json">
`;

/** The address of the page for search engines, which may find it at several. A missing page has none. */
export function canonical(file: string, base: string | undefined): Html | undefined {
  if (base === undefined || file === '404.html') return undefined;
  return html`<link rel="canonical" href="${addressAt(base, file)}">\n`;
}

/** Copies the Markdown of the page; its script shows the file where it may not. */
function copyMarkdown(page: Page): Html | undefined {
  if (!hasMarkdown(page)) return undefined;
  const name = markdownFile(page.file).split('/').at(-1);
  return html`<button type="button" class="copy-page" data-markdown="${name}">Copy as Markdown</button>\n`;
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
