/** A part of a page: an element, the characters of a text, or what another renderer wrote. */
export type PageNode = Element | string | Verbatim;

/** An element of a page. */
export interface Element {
  readonly tag: string;
  /** In their order; `true` is an attribute without a value. */
  readonly attributes: ReadonlyMap<string, string | true>;
  readonly children: readonly PageNode[];
}

/** What is written as it is: scripts, styles, and the HTML of Redoc. */
export class Verbatim {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

/** Elements of HTML without content, and so without an end tag. */
export const voidElements = new Set('area br hr img input link meta source wbr'.split(' '));

/** Whether a node is an element. */
export function isElement(node: PageNode | undefined): node is Element {
  return typeof node === 'object' && !(node instanceof Verbatim);
}

/** The text of a node; nothing of scripts and styles. */
export function textOf(node: PageNode): string {
  if (typeof node === 'string') return node;
  return isElement(node) ? node.children.map(textOf).join('') : '';
}

/** The text of code, without the buttons in it. */
export function textOfCode(node: PageNode): string {
  if (!isElement(node)) return textOf(node);
  return node.tag === 'button' ? '' : node.children.map(textOfCode).join('');
}

/** The elements among some nodes. */
export function elementsOf(nodes: readonly PageNode[]): readonly Element[] {
  return nodes.filter(isElement);
}

/** The elements among some nodes and in them, an outer one before those in it. */
export function elementsIn(nodes: readonly PageNode[]): readonly Element[] {
  return elementsOf(nodes).flatMap((element) => [element, ...elementsIn(element.children)]);
}

/** The value of an attribute; empty if the element has none. */
export function attributeOf({ attributes }: Element, name: string): string {
  const value = attributes.get(name);
  return typeof value === 'string' ? value : '';
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
