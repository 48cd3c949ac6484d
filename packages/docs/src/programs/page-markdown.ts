import { posix } from 'node:path';
import type { Page } from '../layout/page.ts';
import {
  attributeOf,
  type Element,
  elementsIn,
  elementsOf,
  hasClass,
  isElement,
  languageOf,
  levelOf,
  type PageNode,
  textOf,
  textOfCode,
} from '../nodes.ts';

/** Of no use to a program, or said a second time for *Hide assumptions*. */
const skipped = new Set(
  'button canvas datalist form input label noscript script select style template textarea'.split(' '),
);
const skippedClasses = ['without-assumed', 'console-link'];
const blockTags = new Set(
  'blockquote details div dl figure h1 h2 h3 h4 h5 h6 hr nav ol p pre section svg table ul'.split(' '),
);

/**
 * A page as Markdown, from the same markup as its HTML. A heading or row with an anchor ends with
 * `{#anchor}`.
 */
export function pageMarkdown({ file, title, lead, body }: Page): string {
  const parts = [`# ${title}`, lead ?? '', blocks(body.nodes, linksFrom(file))];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** The address of a page's Markdown, beside its HTML. */
export function markdownFile(file: string): string {
  return file.replace(/\.html$/, '.md');
}

/** Makes links within the site relative, and lead to Markdown. */
type Links = (href: string) => string;

function linksFrom(file: string): Links {
  return (href) => {
    if (!href.startsWith('/') || href.startsWith('//')) return href;
    const [path = '', anchor] = href.slice(1).split('#', 2);
    // Redoc's pages and the console do what Markdown cannot.
    const target = /^(?:redoc\/|console\.html)/.test(path) ? path : markdownFile(path);
    const relative = posix.relative(posix.dirname(file), target);
    return anchor === undefined ? relative : `${relative}#${anchor}`;
  };
}

/** The blocks of some nodes; text and elements of a line between them are paragraphs. */
function blocks(nodes: readonly PageNode[], links: Links): string {
  const made: string[] = [];
  let line: PageNode[] = [];
  const endLine = () => {
    made.push(inline(line, links).trim());
    line = [];
  };
  for (const node of nodes) {
    if (!isElement(node) || !blockTags.has(node.tag)) line.push(node);
    else {
      endLine();
      if (!isSkipped(node)) made.push(block(node, links));
    }
  }
  endLine();
  return made.filter((text) => text !== '').join('\n\n');
}

function block(element: Element, links: Links): string {
  const { tag, children } = element;
  if (levelOf(element) < 7) return headingOf(element, idOf(element), links);
  if (tag === 'section') return sectionOf(element, links);
  if (tag === 'ul' || tag === 'ol') return listOf(element, links);
  if (tag === 'dl') return termsOf(children, links);
  if (tag === 'table') return tableOf(element, links);
  if (tag === 'pre') return codeOf(element);
  if (tag === 'figure') return figureOf(element, links);
  if (tag === 'svg')
    return childrenOf(element, 'title').map((title) => `*Diagram: ${textOf(title)}*`)[0] ?? '';
  if (tag === 'hr') return '---';
  if (hasClass(element, 'tab-label')) return `**${textOf(element)}**`;
  const text = tag === 'p' ? inline(children, links).trim() : blocks(children, links);
  return tag === 'blockquote' ? text.replaceAll(/^/gm, '> ') : marked(text, element);
}

function headingOf(heading: Element, id: string, links: Links): string {
  return `${'#'.repeat(levelOf(heading))} ${label(heading.children, links)}${mark(id)}`;
}

function idOf(element: Element): string {
  return attributeOf(element, 'id');
}

/** The words of a heading or term, without a link to itself. */
function label(nodes: readonly PageNode[], links: Links): string {
  return inline(nodes, links)
    .replaceAll(/\[([^\]]*)\]\(#[^)]*\)/g, '$1')
    .trim();
}

/** A section gives its anchor to its heading. */
function sectionOf(section: Element, links: Links): string {
  const [first, ...rest] = section.children.filter((node) => isElement(node) || textOf(node).trim() !== '');
  if (!isElement(first) || levelOf(first) > 6) return blocks(section.children, links);
  const heading = headingOf(first, idOf(section) || idOf(first), links);
  return [heading, blocks(rest, links)].filter(Boolean).join('\n\n');
}

function listOf(list: Element, links: Links): string {
  return childrenOf(list, 'li')
    .filter((item) => !isSkipped(item))
    .map((item, at) => {
      const sign = list.tag === 'ol' ? `${at + 1}. ` : '- ';
      const text = blocks(item.children, links).replaceAll(/\n(?=.)/g, `\n${' '.repeat(sign.length)}`);
      return `${sign}${text}${mark(idOf(item))}`;
    })
    .join('\n');
}

/** Terms and descriptions as a list. */
function termsOf(children: readonly PageNode[], links: Links): string {
  const lines = elementsOf(children).flatMap((element) => {
    if (isSkipped(element)) return [];
    if (element.tag === 'div') return [marked(termsOf(element.children, links), element)];
    if (element.tag === 'dt') {
      const words = label(element.children, links);
      return [`- ${words.includes('**') ? words : `**${words}**`}${mark(idOf(element))}`];
    }
    return [`  ${blocks(element.children, links).replaceAll(/\n(?=.)/g, '\n  ')}`];
  });
  return lines.filter((line) => line.trim() !== '').join('\n');
}

/** Rows of one line each; a table without a header gets an empty one, since Markdown has no other. */
function tableOf(table: Element, links: Links): string {
  const rows = elementsIn(table.children).filter((row) => row.tag === 'tr' && !isSkipped(row));
  const written = rows.map((row) => {
    const cells = elementsOf(row.children).filter((cell) => /^t[dh]$/.test(cell.tag) && !isSkipped(cell));
    return cells.map((cell, at) => cellOf(cell, links) + (at === 0 ? mark(idOf(row) || idOf(cell)) : ''));
  });
  const width = Math.max(0, ...written.map(({ length }) => length));
  if (width === 0) return '';
  const hasHeader = childrenOf(table, 'thead').length > 0;
  const [header = [], ...body] = hasHeader ? written : [[], ...written];
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  return [line(header), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n');
}

function cellOf(cell: Element, links: Links): string {
  return blocks(cell.children, links)
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');
}

function figureOf(figure: Element, links: Links): string {
  const caption = childrenOf(figure, 'figcaption').map(({ children }) =>
    inline(children, links)
      .replace(/[\s·]+$/, '')
      .trim(),
  );
  const rest = figure.children.filter((node) => !isElement(node) || node.tag !== 'figcaption');
  return [...caption.map((text) => `*${text}*`), blocks(rest, links)].join('\n\n');
}

function codeOf(pre: Element): string {
  const language = languageOf(pre);
  const text = textOfCode(pre).replace(/\n$/, '');
  const fence = text.includes('```') ? '````' : '```';
  return `${fence}${language === 'text' ? '' : language}\n${text}\n${fence}`;
}

/** Text within a line. */
function inline(nodes: readonly PageNode[], links: Links): string {
  return nodes
    .map((node) => inlineOf(node, links))
    .join('')
    .replaceAll(/[ \t]{2,}/g, ' ');
}

function inlineOf(node: PageNode, links: Links): string {
  if (!isElement(node))
    return textOf(node)
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/[\\*`[\]]|<(?=\w)/g, '\\$&');
  if (isSkipped(node)) return '';
  const { tag, children } = node;
  if (tag === 'code' || tag === 'kbd') return quoted(textOf(node)) + mark(idOf(node));
  if (tag === 'br') return '\n';
  const text = inline(children, links) + mark(idOf(node));
  if (text.trim() === '') return text;
  if (tag === 'a') return `[${text}](${links(attributeOf(node, 'href'))})`;
  if (/^(?:b|strong|summary)$/.test(tag)) return `**${text.trim()}** `;
  if (/^(?:em|i)$/.test(tag)) return `*${text}*`;
  return hasClass(node, 'badge') ? `(${text})` : text;
}

function quoted(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function isSkipped(element: Element): boolean {
  return skipped.has(element.tag) || skippedClasses.some((name) => hasClass(element, name));
}

/** Gives the first line of a text the anchor of its element. */
function marked(text: string, element: Element): string {
  return text.replace(/$/m, mark(idOf(element)));
}

function mark(id: string): string {
  return id === '' ? '' : ` {#${id}}`;
}

function childrenOf({ children }: Element, tag: string): readonly Element[] {
  return elementsOf(children).filter((child) => child.tag === tag);
}
