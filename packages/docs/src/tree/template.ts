import { Verbatim, voidElements } from './nodes.ts';

/** The place of a value, by its number. */
export interface Hole {
  readonly hole: number;
}

/** A node of a template: holes are where its values go. */
export type TemplateNode = TemplateElement | Hole | Verbatim | string;

/** An element of a template. */
export interface TemplateElement {
  readonly tag: readonly (string | Hole)[];
  readonly attributes: readonly (TemplateAttribute | Hole)[];
  readonly children: readonly TemplateNode[];
}

interface TemplateAttribute {
  readonly name: string;
  /** `true` has no value. */
  readonly value: readonly (string | Hole)[] | true;
}

/** An element whose end has not been read. */
interface Open {
  readonly name: string;
  readonly children: TemplateNode[];
}

const known = new WeakMap<TemplateStringsArray, readonly TemplateNode[]>();

/**
 * Reads the literals of a template as this site writes them: every element has its end tag, and no attribute
 * has a `>`. A template is read once.
 * @throws {Error} if an element has no end tag, or another than its own.
 */
export function readTemplate(parts: TemplateStringsArray): readonly TemplateNode[] {
  const nodes = known.get(parts) ?? read(parts.reduce((text, part, at) => `${text}${mark(at - 1)}${part}`));
  known.set(parts, nodes);
  return nodes;
}

/** Two characters that no text has. */
const open = '\uE000';
const close = '\uE001';
const mark = (hole: number) => `${open}${hole}${close}`;
const holes = new RegExp(`${open}(\\d+)${close}`);

const token =
  /<!--.*?-->|<!doctype[^>]*>|(?<=<(?:script|style)\b[^>]*>).+?(?=<\/(?:script|style)>)|<[^>]+>|[^<]+/gis;
const attribute = new RegExp(`([\\w:-]+)(?:="([^"]*)")?|${open}(\\d+)${close}`, 'g');
/** A hole after `h` is the level of a heading; after another name attributes. */
const tag = new RegExp(`^<(/?)(h${open}\\d+${close}|[a-z][\\w-]*)(.*?)/?>$`, 'is');

function read(text: string): readonly TemplateNode[] {
  const root: Open = { name: '', children: [] };
  const opened: Open[] = [root];
  for (const [piece] of text.matchAll(token)) {
    const around = opened.at(-1) ?? root;
    const [, slash, name = '', rest = ''] = tag.exec(piece) ?? [];
    if (name === '') around.children.push(...textsOf(piece, around.name));
    else if (slash === '/') end(opened, name);
    else {
      const children: TemplateNode[] = [];
      around.children.push({ tag: partsOf(name), attributes: attributesOf(rest), children });
      if (!voidElements.has(name) && !piece.endsWith('/>')) opened.push({ name, children });
    }
  }
  if (opened.length > 1) throw new Error(`<${opened.at(-1)?.name}> has no end tag`);
  return root.children;
}

function end(opened: Open[], name: string): void {
  const last = opened.length > 1 ? opened.pop()?.name : undefined;
  const isSame = last?.replace(holes, '') === name.replace(holes, '');
  if (!isSame) throw new Error(`expected </${last}>, found </${name}>`);
}

function attributesOf(text: string): TemplateElement['attributes'] {
  return [...text.matchAll(attribute)].map(([, name = '', value, hole]) => {
    if (hole !== undefined) return { hole: Number(hole) };
    return { name, value: value === undefined ? true : partsOf(decoded(value)) };
  });
}

/** Text of a template, and what is written as it is. */
function textsOf(piece: string, around: string): readonly TemplateNode[] {
  const isVerbatim = /^(?:script|style)$/.test(around) || /^<[!?]/.test(piece);
  return partsOf(piece).map((part) => {
    if (typeof part !== 'string') return part;
    return isVerbatim ? new Verbatim(part) : decoded(part);
  });
}

function partsOf(text: string): readonly (string | Hole)[] {
  return text
    .split(holes)
    .map((part, at) => (at % 2 === 0 ? part : { hole: Number(part) }))
    .filter((part) => part !== '');
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', nbsp: '\u00A0', amp: '&' };

/** A text of HTML without its entities. */
export function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return entities[name] ?? all;
  });
}
