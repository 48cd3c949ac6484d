/** An element, or a text with its entities as they are. */
export type MarkupNode = Element | string;

/** An element of a page. */
export interface Element {
  readonly tag: string;
  /** The start tag as written. */
  start: string;
  readonly children: MarkupNode[];
  /** The end tag; empty if the element has none. */
  readonly end: string;
}

const withoutEnd = new Set(['area', 'br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
const isOpaque = /^<(?:script|style)\b/i;
const token = /<!--.*?-->|<!doctype[^>]*>|<(script|style)\b.*?<\/\1>|<[^>]+>|[^<]+/gis;

/** Reads markup as this site writes it: every element has its end tag, and no attribute has a `>`. */
export function readMarkup(text: string): MarkupNode[] {
  const root: MarkupNode[] = [];
  const open: Element[] = [];
  const into = () => open.at(-1)?.children ?? root;
  for (const [piece] of text.matchAll(token)) {
    const [, slash, name = ''] = /^<(\/?)([a-z][\w-]*)/i.exec(piece) ?? [];
    if (name === '' || isOpaque.test(piece)) into().push(piece);
    else if (slash === '/') close(open, name.toLowerCase());
    else {
      const element = elementOf(name, piece);
      into().push(element);
      if (element.end !== '') open.push(element);
    }
  }
  if (open.length > 0) throw new Error(`<${open[0]?.tag}> has no end tag`);
  return root;
}

function elementOf(name: string, start: string): Element {
  const tag = name.toLowerCase();
  const isEmpty = withoutEnd.has(tag) || start.endsWith('/>');
  return { tag, start, children: [], end: isEmpty ? '' : `</${name}>` };
}

function close(open: Element[], tag: string): void {
  const last = open.pop();
  if (last?.tag !== tag) throw new Error(`expected </${last?.tag}>, found </${tag}>`);
}

/** The markup of nodes; what `readMarkup` read, unless it was changed. */
export function writeMarkup(nodes: readonly MarkupNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : node.start + writeMarkup(node.children) + node.end))
    .join('');
}

/** The text of a node, entities resolved; nothing of scripts and styles. */
export function textOf(node: MarkupNode): string {
  if (typeof node !== 'string') return node.children.map(textOf).join('');
  if (node.startsWith('<')) return '';
  if (!node.includes('&')) return node;
  return node
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll('&amp;', '&');
}

/** The elements among some nodes. */
export function elementsOf(nodes: readonly MarkupNode[]): readonly Element[] {
  return nodes.filter((node) => typeof node === 'object');
}

/** The elements among some nodes and in them, an outer one before those in it. */
export function elementsIn(nodes: readonly MarkupNode[]): readonly Element[] {
  return elementsOf(nodes).flatMap((element) => [element, ...elementsIn(element.children)]);
}

/** The value of an attribute, entities resolved; empty if the element has none. */
export function attributeOf({ start }: Element, name: string): string {
  const at = start.indexOf(` ${name}="`);
  const [, value = ''] = at < 0 ? [] : start.slice(at).split('"', 2);
  return textOf(value);
}

/** Whether an element has a class. */
export function hasClass(element: Element, name: string): boolean {
  return attributeOf(element, 'class').split(' ').includes(name);
}

/** The level of a heading; of any other element 7. */
export function levelOf({ tag }: Element): number {
  return Number(/^h([1-6])$/.exec(tag)?.[1] ?? 7);
}

/** The language of the code in a `pre`; empty if it says none. */
export function languageOf(pre: Element): string {
  const code = elementsOf(pre.children).find(({ tag }) => tag === 'code');
  return code === undefined ? '' : attributeOf(code, 'class').replace(/^language-/, '');
}

/** Gives an element a class. */
export function addClass(element: Element, name: string): void {
  if (hasClass(element, name)) return;
  element.start = /\sclass="/.test(element.start)
    ? element.start.replace(/(\sclass="[^"]*)"/, `$1 ${name}"`)
    : element.start.replace(/^<[\w-]+/, (begin) => `${begin} class="${name}"`);
}
