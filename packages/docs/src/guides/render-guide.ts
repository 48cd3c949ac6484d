import { Parser, type Token } from 'marked';
import { type Html, html, raw } from '../html.ts';
import { defined } from '../objects.ts';
import { codeBlock } from '../parts/code-block.ts';
import { anchorOfHeading } from '../parts/markdown.ts';
import { type CodeBlock, isCodeBlock, type ParsedGuide } from './parse-guide.ts';

/** Renders a guide without its title and lead. */
export function renderGuide({ parts }: ParsedGuide): Html {
  const markups = parts.map((part) => (isCodeBlock(part) ? codeFigure(part) : markup(part)));
  return html`${markups.map((one) => html`${one}\n`)}`;
}

function codeFigure({ language, use, file, text }: CodeBlock): Html {
  const caption = use === 'output' ? 'prints' : file;
  return codeBlock(defined({ language, text, caption }));
}

/** Headings get an anchor made of their words; `site:` in a link means the root of the site. */
function markup(token: Token): Html {
  const text = Parser.parse([token]).replaceAll('href="site:', 'href="/');
  if (token.type !== 'heading') return raw(text);
  const anchor = anchorOfHeading(String(token.text));
  return raw(text.replace(/^<h(\d)>/, `<h$1 id="${anchor}">`));
}
