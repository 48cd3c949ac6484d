import { Marked } from 'marked';
import type { Guide } from '../guides/load-guides.ts';
import { type Html, html, raw } from '../html.ts';
import type { Page } from '../layout.ts';

/** A file of the repository is not part of the site: a link to it becomes its text. */
const markdown = new Marked({
  renderer: {
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return /^(?:https?:|#|[\w-]+\.html)/.test(href) ? `<a href="${encodeURI(href)}">${text}</a>` : text;
    },
  },
});

/** The words of the project: GLOSSARY.md without its title, which the frame gives. */
export function glossaryPage(text: string): Page {
  const table = rendered(text).text.replace('<table>', '<div class="scroll"><table>');
  return { file: 'glossary.html', title: 'Glossary', body: raw(table.replace('</table>', '</table></div>')) };
}

/** What changed, with breaking changes marked by a line that begins with `**Breaking**`. */
export function changelogPage(text: string | undefined, version: string): Page {
  const none = html`<h2 id="v${version}">${version}</h2>
<p>The first version: nothing to compare with, so nothing is breaking. What counts as breaking stands in
<a href="decisions.html#ADR-0029">ADR-0029</a>: a code or reason that is added is not, one that goes or changes its
status is.</p>`;
  const body = text === undefined ? none : rendered(text);
  const marked = body.text.replaceAll(
    '<strong>Breaking</strong>',
    '<span class="badge breaking">breaking</span>',
  );
  return { file: 'changelog.html', title: 'Changelog', body: raw(marked) };
}

/** The way to the guides. */
export function guidesPage(guides: readonly Guide[]): Page {
  return {
    file: 'guides.html',
    title: 'Guides',
    body: html`<p>To follow along, clone the repository and run <code>npm start</code> once. Commands begin at the root
of the clone, on Node 22.18 or newer; with an older one, take the one that the repository has installed:</p>
<pre tabindex="0"><code>export PATH="$PWD/node_modules/.bin:$PATH"</code></pre>
<p>Save programs in <code>examples/</code>, where the packages are found. A guide that starts a server wants its port:
stop <code>npm start</code> before.</p>
<ol class="guides">${guides.map(
      ({ slug, title, lead }) => html`<li><a href="${slug}.html">${title}</a><br>${lead}</li>\n`,
    )}</ol>`,
  };
}

function rendered(text: string): Html {
  return raw(String(markdown.parse(text.replace(/^# .*\n/, ''))));
}
