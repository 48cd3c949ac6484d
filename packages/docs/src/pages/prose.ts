import type { Guide } from '../guides/guides.ts';
import type { Page } from '../layout/page.ts';
import { codeBlock } from '../parts/code-block.ts';
import { type MarkdownOptions, renderMarkdown } from '../parts/markdown.ts';
import { type Html, html } from '../tree/html.ts';
import { termAnchor } from './glossary-terms.ts';

/** GLOSSARY.md without its title, which the page already has; each term has an anchor. */
export function glossaryPage(text: string): Page {
  return { file: 'glossary.html', title: 'Glossary', body: rendered(text, { rowAnchor: termAnchor }) };
}

/** spec/interop.md: what code generators make of the descriptions, and how each is used. */
export function generatorsPage(text: string): Page {
  const [, ...page] = text.split('\n\n');
  const files = html`<p>The files are among the <a href="/downloads.html#profiles">downloads</a>.</p>\n`;
  return {
    file: 'generators.html',
    title: 'Code generators',
    body: html`${files}${rendered(page.join('\n\n'))}`,
  };
}

/** packages/kits/README.md and its page on catalogues: how each kit is installed and used. */
export function kitsPages(kits: string, catalogue: string): readonly Page[] {
  const links = [
    ['../../spec/interop.md#', 'site:generators.html#'],
    ['(catalogue.md)', '(site:kit-catalogue.html)'],
    ['(README.md#', '(site:kits.html#'],
  ] as const;
  const linked = (page: string) => links.reduce((text, [from, to]) => text.replaceAll(from, to), page);
  const title = 'A catalogue of problem codes';
  return [
    { file: 'kits.html', title: 'Kits for other languages', body: rendered(linked(kits)) },
    { file: 'kit-catalogue.html', title, body: rendered(linked(catalogue)), under: 'kits.html' },
  ];
}

/** spec/evolution.md: edits of the contract with the verdict that each gets. */
export function kindsOfChangePage(text: string): Page {
  const [, , ...page] = text.split('\n\n');
  return {
    file: 'kinds-of-change.html',
    title: 'What counts as breaking',
    body: renderMarkdown(page.join('\n\n')),
    under: 'changelog.html',
  };
}

/** A page of packages/service/operate: its title, its first paragraph, and the rest. */
export function operatorsPage(file: string, text: string): Page {
  const [title = '', lead = '', ...rest] = text.split('\n\n');
  return {
    file,
    title: title.replace(/^# /, ''),
    lead: lead.replaceAll('*', '').replaceAll('\n', ' '),
    body: rendered(rest.join('\n\n')),
  };
}

/** A guide as a page. */
export function guidePage({ slug, title, lead, body }: Guide): Page {
  const before = html`<details><summary>Before you run its commands</summary>\n${howToFollow}</details>\n`;
  return { file: `${slug}.html`, title, lead, body: html`${before}${body}`, under: 'guides.html' };
}

const howToFollow = html`<p>To follow along, clone the repository and run <code>npm start</code> once. Run commands at the
root of the clone with Node 22.18 or newer. If yours is older, use the Node that the repository installs:</p>
${codeBlock({ language: 'sh', text: 'export PATH="$PWD/node_modules/.bin:$PATH"' })}
<p>Save programs in <code>examples/</code>, where Node finds the packages. While <code>npm start</code> runs, its mock
and service have the ports 4010 and 4012: skip a command that starts one of them. Where the command names other accounts or
a data folder, stop <code>npm start</code> first.</p>
`;

/** The list of the guides, and how to follow along. */
export function guidesPage(guides: readonly Guide[]): Page {
  return {
    file: 'guides.html',
    title: 'Guides',
    body: html`${howToFollow}<ol class="guides">${guides.map(
      ({ slug, title, lead }) => html`<li><a href="/${slug}.html">${title}</a><br>${lead}</li>\n`,
    )}</ol>`,
  };
}

function rendered(text: string, options: MarkdownOptions = {}): Html {
  return renderMarkdown(text.replace(/^# .*\n/, ''), options);
}
