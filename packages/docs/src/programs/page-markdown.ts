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
} from '../tree/nodes.ts';

/** Of no use to a program, or said a second time for *Hide assumptions*. */
const skipped = new Set(
  'button canvas datalist form input label noscript script select style template textarea'.split(' '),
);
const skippedClasses = ['without-assumed', 'console-link', 'self-link'];
/** What a reader of the whole does without: further ways to the same, and sources, which the pages have. */
const skippedInWhole = ['way', 'folded', 'sources', 'source'];
const blockTags = new Set(
  'blockquote details div dl figure h1 h2 h3 h4 h5 h6 hr nav ol p pre section svg table ul'.split(' '),
);

/**
 * A page as Markdown, from the same nodes as its HTML. A heading or row with an anchor ends with `{#anchor}`.
 * Samples that programs of several languages have in common are shown in the first of them.
 */
export function pageMarkdown(page: Page): string {
  return markdownOf(page, { addressOf: addressesFrom(page.file), isWhole: false });
}

/** The same as a part of one text with all pages: each sample in one language, without links and sources. */
export function partMarkdown(page: Page): string {
  return markdownOf(page, { addressOf: () => undefined, isWhole: true });
}

function markdownOf({ title, lead, body }: Page, writing: Writing): string {
  const parts = [`# ${title}`, lead ?? '', blocks(body.nodes, writing)];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** The address of a page's Markdown, beside its HTML. */
export function markdownFile(file: string): string {
  return file.replace(/\.html$/, '.md');
}

/** How a page is written. */
interface Writing {
  /** The address of a link; undefined leaves the words alone. */
  readonly addressOf: (href: string) => string | undefined;
  /** Whether it is a part of one text with all pages. */
  readonly isWhole: boolean;
}

/** Makes links within the site relative, and lead to Markdown. */
function addressesFrom(file: string): (href: string) => string {
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
function blocks(nodes: readonly PageNode[], writing: Writing): string {
  const made: string[] = [];
  let line: PageNode[] = [];
  const endLine = () => {
    made.push(inline(line, writing).trim());
    line = [];
  };
  for (const node of nodes) {
    if (!isElement(node) || !blockTags.has(node.tag)) line.push(node);
    else {
      endLine();
      if (!isSkipped(node, writing)) made.push(block(node, writing));
    }
  }
  endLine();
  return made.filter((text) => text !== '').join('\n\n');
}

type WriteBlock = (element: Element, writing: Writing) => string;

/** How blocks of these names are written; others have blocks or a line in them. */
const writers: Readonly<Record<string, WriteBlock>> = {
  blockquote: ({ children }, writing) => blocks(children, writing).replaceAll(/^/gm, '> '),
  details: detailsOf,
  dl: ({ children }, writing) => termsOf(children, writing),
  figure: figureOf,
  hr: () => '---',
  ol: listOf,
  p: (element, writing) => marked(inline(element.children, writing).trim(), element),
  pre: codeOf,
  section: sectionOf,
  svg: (svg) => childrenOf(svg, 'title').map((title) => `*Diagram: ${textOf(title)}*`)[0] ?? '',
  table: tableOf,
  ul: listOf,
};

function block(element: Element, writing: Writing): string {
  if (levelOf(element) < 7) return headingOf(element, idOf(element), writing);
  if (hasClass(element, 'tab-label')) return `**${textOf(element)}**`;
  if (hasClass(element, 'tabs')) return tabsOf(element, writing);
  const write = writers[element.tag] ?? (() => marked(blocks(element.children, writing), element));
  return write(element, writing);
}

function headingOf(heading: Element, id: string, writing: Writing): string {
  return `${'#'.repeat(levelOf(heading))} ${label(heading.children, writing)}${mark(id)}`;
}

function idOf(element: Element): string {
  return attributeOf(element, 'id');
}

/** The words of a heading or term, without a link to itself. */
function label(nodes: readonly PageNode[], writing: Writing): string {
  return inline(nodes, writing)
    .replaceAll(/\[([^\]]*)\]\(#[^)]*\)/g, '$1')
    .trim();
}

/** A section gives its anchor to its heading. */
function sectionOf(section: Element, writing: Writing): string {
  const [first, ...rest] = section.children.filter((node) => isElement(node) || textOf(node).trim() !== '');
  if (!isElement(first) || levelOf(first) > 6) return blocks(section.children, writing);
  const heading = headingOf(first, idOf(section) || idOf(first), writing);
  return [heading, blocks(rest, writing)].filter(Boolean).join('\n\n');
}

function listOf(list: Element, writing: Writing): string {
  const text = childrenOf(list, 'li')
    .filter((item) => !isSkipped(item, writing))
    .map((item, at) => {
      const sign = list.tag === 'ol' ? `${at + 1}. ` : '- ';
      const own = blocks(item.children, writing).replaceAll(/\n(?=.)/g, `\n${' '.repeat(sign.length)}`);
      return `${sign}${marked(own, item)}`;
    })
    .join('\n');
  return marked(text, list);
}

/** What unfolds, below its summary: a heading where it has one, else a line. */
function detailsOf(element: Element, writing: Writing): string {
  const [summary, ...rest] = elementsOf(element.children);
  if (summary === undefined) return '';
  const [first, ...says] = elementsOf(summary.children);
  if (first !== undefined && levelOf(first) < 7)
    return [headingOf(first, idOf(element), writing), blocks([...says, ...rest], writing)]
      .filter(Boolean)
      .join('\n\n');
  const words = inline(summary.children, writing).trim();
  const line = /[`*]/.test(words) ? words : `**${words}**`;
  return [`${line}${mark(idOf(element))}`, blocks(rest, writing)].filter(Boolean).join('\n\n');
}

/** Each form with its label; the first alone where all say the same. */
function tabsOf(element: Element, writing: Writing): string {
  const panels = elementsOf(element.children).filter((child) => hasClass(child, 'tab'));
  const isOne = writing.isWhole || hasClass(element, 'same');
  return isOne ? blocks(panels[0]?.children.slice(1) ?? [], writing) : blocks(panels, writing);
}

/** Terms and descriptions as a list. */
function termsOf(children: readonly PageNode[], writing: Writing): string {
  const lines = elementsOf(children).flatMap((element) => {
    if (isSkipped(element, writing)) return [];
    if (element.tag === 'div') return [marked(termsOf(element.children, writing), element)];
    if (element.tag === 'dt') {
      const words = label(element.children, writing);
      return [`- ${words.includes('**') ? words : `**${words}**`}${mark(idOf(element))}`];
    }
    return [`  ${blocks(element.children, writing).replaceAll(/\n(?=.)/g, '\n  ')}`];
  });
  return lines.filter((line) => line.trim() !== '').join('\n');
}

/** Rows of one line each; a table without a header gets an empty one, since Markdown has no other. */
function tableOf(table: Element, writing: Writing): string {
  const rows = elementsIn(table.children).filter((row) => row.tag === 'tr' && !isSkipped(row, writing));
  // The first row of a group has its anchor.
  const groups = new Map(
    childrenOf(table, 'tbody').map((group) => [childrenOf(group, 'tr')[0], idOf(group)]),
  );
  const written: string[][] = [];
  // The cells of rows above that reach into this one, by their column.
  const reaching = new Map<number, Reaching>();
  for (const row of rows) {
    const cells = elementsOf(row.children).filter((cell) => isCell(cell) && !isSkipped(cell, writing));
    const [first = '', ...others] = cellsOf(row, cells, { reaching, writing });
    written.push([first + mark(groups.get(row) ?? ''), ...others]);
  }
  const width = Math.max(0, ...written.map(({ length }) => length));
  if (width === 0) return '';
  const hasHeader = childrenOf(table, 'thead').length > 0;
  const [header = [], ...body] = hasHeader ? written : [[], ...written];
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  return [line(header), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n');
}

function isCell({ tag }: Element): boolean {
  return tag === 'td' || tag === 'th';
}

/** The cells of a row: a cell of several rows is written in each of them, since Markdown has no other. */
function cellsOf(
  row: Element,
  cells: readonly Element[],
  { reaching, writing }: { readonly reaching: Map<number, Reaching>; readonly writing: Writing },
): string[] {
  const line: string[] = [];
  const fill = () => {
    for (let from = reaching.get(line.length); from !== undefined; from = reaching.get(line.length)) {
      if (from.rows === 1) reaching.delete(line.length);
      else from.rows -= 1;
      line.push(from.text);
    }
  };
  for (const [at, cell] of cells.entries()) {
    fill();
    const text = cellOf(cell, writing);
    const below = spanOf(cell, 'rowspan') - 1;
    if (below > 0) reaching.set(line.length, { text, rows: below });
    line.push(text + (at === 0 ? mark(idOf(row) || idOf(cell)) : ''));
    for (let column = 1; column < spanOf(cell, 'colspan'); column += 1) line.push('');
  }
  fill();
  return line;
}

/** A cell that reaches into rows below it, and how many of them are left. */
interface Reaching {
  readonly text: string;
  rows: number;
}

function spanOf(cell: Element, name: string): number {
  return Number(attributeOf(cell, name) || 1);
}

function cellOf(cell: Element, writing: Writing): string {
  return blocks(cell.children, writing)
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');
}

function figureOf(figure: Element, writing: Writing): string {
  const caption = childrenOf(figure, 'figcaption').map(({ children }) =>
    inline(children, writing)
      .replace(/[\s·]+$/, '')
      .trim(),
  );
  const rest = figure.children.filter((node) => !isElement(node) || node.tag !== 'figcaption');
  return [...caption.map((text) => `*${text}*`), blocks(rest, writing)].join('\n\n');
}

function codeOf(pre: Element): string {
  const language = languageOf(pre);
  const text = textOfCode(pre).replace(/\n$/, '');
  const fence = text.includes('```') ? '````' : '```';
  return `${fence}${language === 'text' ? '' : language}\n${text}\n${fence}`;
}

/** Text within a line. */
function inline(nodes: readonly PageNode[], writing: Writing): string {
  return nodes
    .map((node) => inlineOf(node, writing))
    .join('')
    .replaceAll(/[ \t]{2,}/g, ' ');
}

function inlineOf(node: PageNode, writing: Writing): string {
  if (!isElement(node))
    return textOf(node)
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/[\\*`[\]]|<(?=\w)/g, '\\$&');
  if (isSkipped(node, writing)) return '';
  const { tag, children } = node;
  if (tag === 'code' || tag === 'kbd') return quoted(textOf(node)) + mark(idOf(node));
  if (tag === 'br') return '\n';
  const text = inline(children, writing) + mark(idOf(node));
  if (text.trim() === '') return text;
  if (tag === 'a') return linkOf(text, writing.addressOf(attributeOf(node, 'href')));
  if (/^(?:b|strong)$/.test(tag)) return `**${text.trim()}** `;
  if (/^(?:em|i)$/.test(tag)) return `*${text}*`;
  return hasClass(node, 'badge') ? `(${text})` : text;
}

function linkOf(text: string, address: string | undefined): string {
  return address === undefined ? text : `[${text}](${address})`;
}

function quoted(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function isSkipped(element: Element, { isWhole }: Writing): boolean {
  const classes = isWhole ? [...skippedClasses, ...skippedInWhole] : skippedClasses;
  return skipped.has(element.tag) || classes.some((name) => hasClass(element, name));
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
