import { Parser, type Token } from 'marked';
import { type Html, html, raw } from '../html.ts';
import { type CodeBlock, isCodeBlock, type ParsedGuide } from './parse-guide.ts';

/** Renders a guide. Code blocks are focusable, so that the keyboard can scroll them. */
export function renderGuide({ lead, parts }: ParsedGuide): string {
  const markups = parts.map((part) => (isCodeBlock(part) ? codeFigure(part) : markup(part)));
  return [html`<p class="lead">${lead}</p>`, ...markups].map(({ text }) => text).join('\n');
}

function codeFigure({ language, use, file, text }: CodeBlock): Html {
  const caption = use === 'output' ? 'prints' : file;
  return html`<figure>${caption === undefined ? undefined : html`<figcaption>${caption}</figcaption>`}<pre tabindex="0"><code class="language-${language}">${text}</code></pre></figure>`;
}

/** Headings get an anchor made of their words; `site:` in a link means the folder of the site. */
function markup(token: Token): Html {
  const text = Parser.parse([token]).replaceAll('href="site:', 'href="');
  if (token.type !== 'heading') return raw(text);
  const anchor = String(token.text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return raw(text.replace(/^<h(\d)>/, `<h$1 id="${anchor}">`));
}
