import { Marked } from 'marked';
import { type Html, raw } from '../html.ts';
import { codeBlock } from './code-block.ts';

/** How a text is rendered. */
export interface MarkdownOptions {
  /** By how many levels its headings move down, below the title of a page or section. Default 0. */
  readonly down?: number;
  /** What the anchors of its headings begin with, where several texts share a page. Default: nothing. */
  readonly prefix?: string;
}

/**
 * Renders Markdown as pages show it: headings have anchors made of their words, code has colours, wide tables
 * scroll in themselves. Links to files of the repository, which are not part of the site, become plain text.
 */
export function renderMarkdown(text: string, { down = 0, prefix = '' }: MarkdownOptions = {}): Html {
  const marked = new Marked({
    renderer: {
      code: ({ text: code, lang = '' }) =>
        codeBlock({ language: lang.split(' ', 1)[0] ?? '', text: code }).text,
      heading({ tokens, depth, text: words }) {
        const level = depth + down;
        return `<h${level} id="${prefix}${anchorOfHeading(words)}">${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        return isOfSite.test(href)
          ? `<a href="${encodeURI(href.replace(/^site:/, '/'))}">${words}</a>`
          : words;
      },
    },
  });
  const markup = String(marked.parse(text))
    .replaceAll(
      /<table>.*?<\/table>/gs,
      (table) => `<div class="scroll" tabindex="0">${asCards(table)}</div>`,
    )
    // A heading without words is none.
    .replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>');
  return raw(markup);
}

/** Each row of many columns is a card where there is no room for them. */
function asCards(table: string): string {
  const columns = [...table.matchAll(/<th\b[^>]*>(.*?)<\/th>/gs)].map(([, words = '']) =>
    words.replaceAll(/<[^>]+>/g, ''),
  );
  if (columns.length < 4) return table;
  let cell = 0;
  return table
    .replace('<table>', '<table class="overview">')
    .replaceAll('<td', () => `<td data-column="${columns[cell++ % columns.length]}"`);
}

const isOfSite = /^(?:https?:|site:|#|\/|[\w-]+\.html)/;

/** The anchor of a heading, from its words. */
export function anchorOfHeading(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Renders the Markdown of a line, without a paragraph around it. */
export function renderInline(text: string): Html {
  return raw(String(new Marked().parseInline(text.trim())));
}
