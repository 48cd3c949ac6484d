import { type MarkedToken, marked, type Token, type Tokens } from 'marked';
import { attributes, type Html, html, raw } from '../tree/html.ts';
import { textOf } from '../tree/nodes.ts';
import { decoded } from '../tree/template.ts';
import { codeBlock } from './code-block.ts';

/** How a text is rendered. */
export interface MarkdownOptions {
  /** By how many levels its headings move down, below the title of a page or section. Default 0. */
  readonly down?: number;
  /** What the anchors of its headings begin with, where several texts share a page. Default: nothing. */
  readonly prefix?: string;
  /** The anchor of a row of a table that begins with strong words, by these words. */
  readonly rowAnchor?: (words: string) => string;
}

/**
 * Renders Markdown as pages show it: headings have anchors made of their words, code has colours, wide tables
 * scroll in themselves. Links to files of the repository, which are not part of the site, become plain text.
 */
export function renderMarkdown(text: string, options: MarkdownOptions = {}): Html {
  return renderTokens(marked.lexer(text), options);
}

/** Renders what `marked` has read. */
export function renderTokens(tokens: readonly Token[], options: MarkdownOptions = {}): Html {
  return html`${tokens.map((token) => block(token as MarkedToken, options))}`;
}

/** Renders the Markdown of a line, without a paragraph around it. */
export function renderInline(text: string): Html {
  return inline(marked.Lexer.lexInline(text.trim()));
}

function block(token: MarkedToken, options: MarkdownOptions): Html {
  switch (token.type) {
    case 'space':
    case 'def':
      return html``;
    case 'hr':
      return html`<hr>\n`;
    case 'heading':
      return heading(token, options);
    case 'code':
      return codeBlock({ language: token.lang?.split(' ', 1)[0] ?? '', text: token.text });
    case 'blockquote':
      return html`<blockquote>\n${renderTokens(token.tokens, options)}</blockquote>\n`;
    case 'list':
      return list(token, options);
    case 'table':
      return table(token, options);
    case 'paragraph':
      return html`<p>${inline(token.tokens)}</p>\n`;
    case 'html':
      // Comments alone: `html` builds everything else.
      return raw(token.text);
    default:
      return inline([token]);
  }
}

function heading({ depth, text, tokens }: Tokens.Heading, { down = 0, prefix = '' }: MarkdownOptions): Html {
  const level = depth + down;
  return html`<h${level} id="${prefix}${anchorOfHeading(text)}">${inline(tokens)}</h${level}>\n`;
}

function list({ ordered, start, items }: Tokens.List, options: MarkdownOptions): Html {
  const entries = items.map(({ tokens }) => html`<li>${renderTokens(tokens, options)}</li>\n`);
  if (!ordered) return html`<ul>\n${entries}</ul>\n`;
  const first = attributes({ start: start === 1 || start === '' ? undefined : start });
  return html`<ol${first}>\n${entries}</ol>\n`;
}

/** From this number of columns on, each row is a card where there is no room for them. */
const columnsOfCards = 4;

function table({ header, rows }: Tokens.Table, { rowAnchor }: MarkdownOptions): Html {
  const names = header.map(({ tokens }) => wordsOf(tokens));
  const areCards = names.length >= columnsOfCards;
  const cell = ({ tokens, align }: Tokens.TableCell, at: number) => {
    const own = attributes({ 'data-column': areCards ? names[at] : undefined, align: align ?? undefined });
    return html`<td${own}>${inline(tokens)}</td>\n`;
  };
  // A heading without words is none.
  const title = ({ tokens, align }: Tokens.TableCell) => {
    const own = attributes({ align: align ?? undefined });
    return tokens.length === 0 ? html`<td${own}></td>\n` : html`<th${own}>${inline(tokens)}</th>\n`;
  };
  const row = (cells: readonly Tokens.TableCell[]) => {
    const [first, ...more] = cells[0]?.tokens ?? [];
    const isNamed = first?.type === 'strong' && more.length === 0;
    const anchor = attributes({ id: isNamed ? rowAnchor?.(wordsOf([first])) : undefined });
    return html`<tr${anchor}>\n${cells.map(cell)}</tr>\n`;
  };
  const kind = attributes({ class: areCards ? 'overview' : undefined });
  return html`<div class="scroll" tabindex="0"><table${kind}>
<thead>
<tr>
${header.map(title)}</tr>
</thead>
<tbody>${rows.map(row)}</tbody></table></div>\n`;
}

function wordsOf(tokens: readonly Token[]): string {
  return inline(tokens).nodes.map(textOf).join('');
}

function inline(tokens: readonly Token[]): Html {
  return html`${tokens.map((token) => inlineOf(token as MarkedToken))}`;
}

function inlineOf(token: MarkedToken): Html {
  switch (token.type) {
    case 'strong':
      return html`<strong>${inline(token.tokens)}</strong>`;
    case 'em':
      return html`<em>${inline(token.tokens)}</em>`;
    case 'del':
      return html`<del>${inline(token.tokens)}</del>`;
    case 'codespan':
      return html`<code>${token.text}</code>`;
    case 'br':
      return html`<br>`;
    case 'link':
      return link(token);
    case 'escape':
      return html`${token.text}`;
    case 'text':
      return token.tokens === undefined ? html`${decoded(token.text)}` : inline(token.tokens);
    default:
      throw new Error(`no page shows Markdown of the type ${token.type}: ${token.raw}`);
  }
}

const isOfSite = /^(?:https?:|site:|#|\/|[\w-]+\.html)/;

function link({ href, tokens }: Tokens.Link): Html {
  const words = inline(tokens);
  return isOfSite.test(href) ? html`<a href="${encodeURI(href.replace(/^site:/, '/'))}">${words}</a>` : words;
}

/** The anchor of a heading, from its words. */
function anchorOfHeading(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
