import { type Html, html } from './html.ts';

/** A page of the site: file name, title, and what stands in its main part. */
export interface Page {
  readonly file: string;
  readonly title: string;
  readonly body: Html;
}

/** The pages in the order of the navigation. */
export const navigation = [
  { file: 'index.html', label: 'Start' },
  { file: 'api.html', label: 'API' },
  { file: 'callback.html', label: 'Callback' },
  { file: 'catalogue.html', label: 'Problem codes' },
  { file: 'reasons.html', label: 'Reasons' },
  { file: 'limits.html', label: 'Limits' },
  { file: 'decisions.html', label: 'Decisions' },
  { file: 'clauses.html', label: 'Clauses' },
] as const;

/** A whole HTML document. */
export function renderPage({ file, title, body }: Page): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Cascade</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<nav aria-label="Pages"><strong>Cascade</strong><ul>${navigation.map((entry) => link(entry, file))}</ul></nav>
</header>
<main id="main">
<h1>${title}</h1>
${body}
</main>
<footer>Generated from the contract. § cites the source document.</footer>
</body>
</html>
`;
  return page.text;
}

function link(entry: (typeof navigation)[number], current: string): Html {
  return entry.file === current
    ? html`<li><a href="${entry.file}" aria-current="page">${entry.label}</a></li>`
    : html`<li><a href="${entry.file}">${entry.label}</a></li>`;
}
