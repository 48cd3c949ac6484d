import { type Html, html, raw } from './html.ts';

/** A page of the site: file name, title, and the content of its `<main>`. */
export interface Page {
  readonly file: string;
  readonly title: string;
  readonly body: Html;
}

/** The navigation: the pages in order, in three groups. */
export const navigation = [
  { group: 'Learn', file: 'index.html', label: 'Start' },
  { group: 'Learn', file: 'guides.html', label: 'Guides' },
  { group: 'Learn', file: 'journey.html', label: 'How a message travels' },
  { group: 'Learn', file: 'console.html', label: 'Console' },
  { group: 'Look up', file: 'reference.html', label: 'Operations and fields' },
  { group: 'Look up', file: 'catalogue.html', label: 'Problem codes' },
  { group: 'Look up', file: 'reasons.html', label: 'Undelivered reasons' },
  { group: 'Look up', file: 'limits.html', label: 'Limits' },
  { group: 'Look up', file: 'api.html', label: 'API in Redoc' },
  { group: 'Look up', file: 'callback.html', label: 'Callback in Redoc' },
  { group: 'Look up', file: 'generators.html', label: 'Code generators' },
  { group: 'Look up', file: 'gateway.html', label: 'Gateway protocol' },
  { group: 'Judge', file: 'decisions.html', label: 'Decisions' },
  { group: 'Judge', file: 'clauses.html', label: 'Coverage' },
  { group: 'Judge', file: 'changelog.html', label: 'Changelog' },
  { group: 'Judge', file: 'glossary.html', label: 'Glossary' },
] as const;

/**
 * Runs before the first paint, so that no page flashes in the other theme. Redoc stores the theme under the
 * same key.
 */
const beforePaint =
  raw(`<script>try{var c=document.documentElement.classList,t=localStorage.getItem('redoc.colorMode');
if(t==='dark'||t==='light')c.add(t);if(localStorage.getItem('cascade.assumed')==='hidden')c.add('hide-assumed')}catch{}</script>`);

const header = html`<header class="bar">
<a class="home" href="index.html">Cascade</a>
<div class="switches" hidden>
<button type="button" id="search-open" aria-keyshortcuts="/ Control+K">Search <kbd>/</kbd></button>
<button type="button" id="assumed-switch" aria-pressed="false">Hide what is assumed</button>
<button type="button" id="theme-switch">Dark</button>
</div>
</header>`;

const searchDialog = html`<dialog id="search" aria-label="Search">
<input type="search" role="combobox" aria-label="Search operations, fields, codes, reasons, clauses, decisions" aria-expanded="true" aria-controls="search-results" autocomplete="off" spellcheck="false" placeholder="A code, field, reason, clause …">
<ul id="search-results" role="listbox" aria-label="Results"></ul>
<p class="hint" role="status" id="search-status"></p>
</dialog>`;

/** A whole HTML document. The styles are inline, so that the page is readable after one response. */
export function renderPage({ file, title, body }: Page, styles: string): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Cascade</title>
<link rel="icon" href="data:,">
<style>${raw(styles)}</style>
${beforePaint}
<script src="portal.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${header}
<div class="columns">
<nav aria-label="Pages">${['Learn', 'Look up', 'Judge'].map((group) => groupOf(group, file))}</nav>
<main id="main" tabindex="-1">
<h1>${title}</h1>
${body}
</main>
</div>
<footer>Generated from the contract. § cites the source document.</footer>
${searchDialog}
</body>
</html>
`;
  return page.text;
}

function groupOf(group: string, current: string): Html {
  const entries = navigation.filter((entry) => entry.group === group);
  return html`<div><p>${group}</p><ul>${entries.map(({ file, label }) =>
    file === current
      ? html`<li><a href="${file}" aria-current="page">${label}</a></li>`
      : html`<li><a href="${file}">${label}</a></li>`,
  )}</ul></div>`;
}
