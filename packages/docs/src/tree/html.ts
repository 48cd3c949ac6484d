import { type PageNode, Verbatim } from './nodes.ts';
import { type Hole, readTemplate, type TemplateElement, type TemplateNode } from './template.ts';
import { writeHtml } from './write-html.ts';

/** A part of a page, as nodes. */
export class Html {
  readonly nodes: readonly PageNode[];

  constructor(nodes: readonly PageNode[]) {
    this.nodes = nodes;
  }

  /** The nodes as HTML. */
  get text(): string {
    return writeHtml(this.nodes);
  }
}

/** Attributes of an element that has them only at times. */
export class Attributes {
  readonly entries: readonly (readonly [string, string | true])[];

  constructor(entries: readonly (readonly [string, string | true])[]) {
    this.entries = entries;
  }
}

type Value = Html | Attributes | string | number | readonly Html[] | undefined;

/**
 * Builds nodes. Values in texts and in attributes are data: nothing of them is read as markup. A value in a
 * start tag is made by `attributes`. `undefined` is nothing.
 * @throws {Error} if an element has no end tag, or another than its own.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(filled(readTemplate(parts), values));
}

/** What another renderer wrote, as it is: never for data. */
export function raw(markup: string): Html {
  return new Html([new Verbatim(markup)]);
}

/** Attributes for a start tag: `true` has no value, `false` and `undefined` are left out. */
export function attributes(of: Readonly<Record<string, string | number | boolean | undefined>>): Attributes {
  return new Attributes(
    Object.entries(of).flatMap(([name, value]) => {
      if (value === undefined || value === false) return [];
      return [[name, value === true ? true : String(value)] as const];
    }),
  );
}

function filled(nodes: readonly TemplateNode[], values: readonly Value[]): readonly PageNode[] {
  return nodes.flatMap((node): readonly PageNode[] => {
    if (typeof node === 'string' || node instanceof Verbatim) return [node];
    return 'hole' in node ? nodesOf(values[node.hole]) : [elementOf(node, values)];
  });
}

function elementOf({ tag, attributes: own, children }: TemplateElement, values: readonly Value[]): PageNode {
  const entries = own.flatMap((one) => {
    if (!('hole' in one)) return [[one.name, one.value === true ? true : textOf(one.value, values)] as const];
    const value = values[one.hole];
    if (value === undefined) return [];
    if (value instanceof Attributes) return value.entries;
    throw new Error(`expected attributes in <${textOf(tag, values)}>, found ${String(value)}`);
  });
  return { tag: textOf(tag, values), attributes: new Map(entries), children: filled(children, values) };
}

function nodesOf(value: Value): readonly PageNode[] {
  if (value === undefined || value === '') return [];
  if (value instanceof Html) return value.nodes;
  if (value instanceof Attributes) throw new Error('attributes belong in a start tag');
  return typeof value === 'object' ? value.flatMap(({ nodes }) => nodes) : [String(value)];
}

/** The text of an attribute or the name of an element. */
function textOf(parts: readonly (string | Hole)[], values: readonly Value[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const value = values[part.hole];
      if (typeof value === 'object') throw new Error('expected a text in an attribute, found markup');
      return value ?? '';
    })
    .join('');
}
