import { type Element, isElement, type PageNode, voidElements } from './nodes.ts';

/** Elements of SVG that this site writes without content. */
const withoutContent = new Set(['circle', 'line', 'path', 'rect']);

/** How a page is written: what its elements have besides their own. */
export interface Writing {
  /** The address of a link as the file has it. */
  readonly addressOf?: (address: string) => string;
  /** A class that an element gets besides its own. */
  readonly classOf?: (element: Element) => string | undefined;
  /** Whether it is XML: every element without content is closed in its start tag. */
  readonly isXml?: boolean;
  /** What is written after an element. */
  readonly after?: (element: Element) => readonly PageNode[];
}

/** Nodes as HTML. */
export function writeHtml(nodes: readonly PageNode[], writing: Writing = {}): string {
  return nodes.map((node) => writeNode(node, writing)).join('');
}

function writeNode(node: PageNode, writing: Writing): string {
  if (typeof node === 'string') return escaped(node);
  if (!isElement(node)) return node.markup;
  const { tag, children } = node;
  const start = `<${tag}${attributesOf(node, writing)}`;
  const after = writeHtml(writing.after?.(node) ?? [], writing);
  if (voidElements.has(tag) && !writing.isXml) return `${start}>${after}`;
  if ((writing.isXml || withoutContent.has(tag)) && children.length === 0) return `${start}/>${after}`;
  return `${start}>${writeHtml(children, writing)}</${tag}>${after}`;
}

function attributesOf(element: Element, { addressOf, classOf }: Writing): string {
  const added = classOf?.(element);
  const own = added === undefined ? element.attributes : withClass(element.attributes, added);
  let written = '';
  for (const [name, value] of own) {
    if (value === true) written += ` ${name}`;
    else {
      const isLink = addressOf !== undefined && (name === 'href' || name === 'src');
      written += ` ${name}="${escaped(isLink ? addressOf(value) : value).replaceAll('"', '&quot;')}"`;
    }
  }
  return written;
}

function withClass(attributes: Element['attributes'], added: string): Element['attributes'] {
  const own = attributes.get('class');
  // A class of its own keeps its place; a new one comes first.
  if (typeof own === 'string') return new Map([...attributes, ['class', `${own} ${added}`]]);
  return new Map([['class', added], ...attributes]);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
