import { Parser, type Token } from 'marked';
import { type Html, html, raw } from '../html.ts';
import { defined } from '../objects.ts';
import { codeBlock } from '../parts/code-block.ts';
import { anchorOfHeading } from '../parts/markdown.ts';
import { type Tab, tabs } from '../parts/tabs.ts';
import { type CodeBlock, isCodeBlock, type ParsedGuide } from './parse-guide.ts';

type Part = ParsedGuide['parts'][number];

/** Renders a guide without its title and lead. */
export function renderGuide({ parts }: ParsedGuide): Html {
  const markups: Html[] = [];
  for (let at = 0; at < parts.length; ) {
    const group = tabsFrom(parts, at);
    markups.push(group.length > 0 ? tabs(formsOf(group)) : rendered(parts[at]));
    at += Math.max(1, group.length);
  }
  return html`${markups.map((one) => html`${one}\n`)}`;
}

function rendered(part: Part | undefined): Html {
  if (part === undefined) return html``;
  return isCodeBlock(part) ? codeFigure(part) : markup(part);
}

/** The blocks with a tab from this part on, up to the first part without. */
function tabsFrom(parts: readonly Part[], at: number): readonly CodeBlock[] {
  const group: CodeBlock[] = [];
  for (const part of parts.slice(at)) {
    if (!isCodeBlock(part) || part.tab === undefined) break;
    group.push(part);
  }
  return group;
}

function formsOf(blocks: readonly CodeBlock[]): readonly Tab[] {
  const byTab = Map.groupBy(blocks, ({ tab = '' }) => tab);
  return [...byTab].map(([label, group]) => ({ label, body: html`${group.map(codeFigure)}` }));
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
