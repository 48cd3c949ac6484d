import { Marked } from 'marked';
import type { Guide } from '../guides/load-guides.ts';
import { type Html, html, raw } from '../html.ts';
import type { Page } from '../layout.ts';

/** Files of the repository are not part of the site: a link to one becomes plain text. */
const markdown = new Marked({
  renderer: {
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return /^(?:https?:|#|[\w-]+\.html)/.test(href) ? `<a href="${encodeURI(href)}">${text}</a>` : text;
    },
  },
});

/** GLOSSARY.md without its title, which the page already has. */
export function glossaryPage(text: string): Page {
  return { file: 'glossary.html', title: 'Glossary', body: withScroll(rendered(text)) };
}

/** spec/interop.md: what code generators make of the descriptions, and how each is used. */
export function generatorsPage(text: string): Page {
  const [, ...page] = text.split('\n\n');
  return { file: 'generators.html', title: 'Code generators', body: withScroll(rendered(page.join('\n\n'))) };
}

/** Wide tables and code scroll in themselves, by the keyboard too. */
function withScroll({ text }: Html): Html {
  const tables = text
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
  return raw(tables.replaceAll('<pre>', '<pre tabindex="0">'));
}

/** The changelog; lines that begin with `**Breaking**` get a badge. */
export function changelogPage(text: string | undefined, version: string): Page {
  const none = html`<h2 id="v${version}">${version}</h2>
<p>The first version. <a href="decisions.html#ADR-0029">ADR-0029</a> defines what counts as breaking: a new code or
reason does not; a removed one, or a code with another status, does.</p>`;
  const body = text === undefined ? none : rendered(text);
  const marked = body.text.replaceAll(
    '<strong>Breaking</strong>',
    '<span class="badge breaking">breaking</span>',
  );
  return { file: 'changelog.html', title: 'Changelog', body: raw(marked) };
}

/** The list of the guides, and how to follow along. */
export function guidesPage(guides: readonly Guide[]): Page {
  return {
    file: 'guides.html',
    title: 'Guides',
    body: html`<p>To follow along, clone the repository and run <code>npm start</code> once. Run commands at the root of
the clone with Node 22.18 or newer. If yours is older, use the Node that the repository installs:</p>
<pre tabindex="0"><code>export PATH="$PWD/node_modules/.bin:$PATH"</code></pre>
<p>Save programs in <code>examples/</code>, where Node finds the packages. Guides that start a server use the ports of
<code>npm start</code>: stop it first.</p>
<ol class="guides">${guides.map(
      ({ slug, title, lead }) => html`<li><a href="${slug}.html">${title}</a><br>${lead}</li>\n`,
    )}</ol>`,
  };
}

function rendered(text: string): Html {
  return raw(String(markdown.parse(text.replace(/^# .*\n/, ''))));
}
