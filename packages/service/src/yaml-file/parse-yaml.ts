import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml';

/** A parsed YAML text that still knows on which line each value stands; or where it is no YAML. */
export type ParsedYaml =
  | { readonly value: unknown; lineOf(pointer: string): number }
  | { readonly faults: readonly { readonly line: number; readonly reason: string }[] };

/** Parses one YAML document. */
export function parseYaml(text: string): ParsedYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  if (document.errors.length > 0)
    return {
      faults: document.errors.map(({ pos, message }) => ({ line: lineAt(pos[0]), reason: plain(message) })),
    };
  const dangling = findDanglingAlias(document);
  if (dangling !== undefined)
    return {
      faults: [
        { line: lineAt(dangling.range?.[0] ?? 0), reason: `*${dangling.source}, which nothing declares` },
      ],
    };
  try {
    return { value: document.toJS(), lineOf: (pointer) => lineAt(offsetOf(document, pointer)) };
  } catch (error) {
    // Aliases that multiply beyond measure.
    return { faults: [{ line: 1, reason: error instanceof Error ? error.message : String(error) }] };
  }
}

function findDanglingAlias(document: Document): Alias | undefined {
  let found: Alias | undefined;
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return undefined;
      found = alias;
      return visit.BREAK;
    },
  });
  return found;
}

/** What the parser says, without the piece of the file that it quotes: that may be a key. */
function plain(message: string): string {
  return message.replace(/: ".*$/s, '');
}

/** Where the value stands, or the nearest one around it when it is missing. */
function offsetOf(document: Document, pointer: string): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const step of stepsOf(pointer)) {
    const place = findChild(isAlias(node) ? node.resolve(document) : node, step);
    if (place === undefined) break;
    ({ node, offset } = place);
  }
  return offset;
}

interface Place {
  readonly node: unknown;
  readonly offset: number;
}

/** Of a member the name counts, since its value can stand on a later line. */
function findChild(parent: unknown, step: string): Place | undefined {
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === step);
    return isNode(pair?.key) ? { node: pair.value, offset: pair.key.range?.[0] ?? 0 } : undefined;
  }
  if (!isSeq(parent)) return undefined;
  const item = parent.items[Number(step)];
  return isNode(item) ? { node: item, offset: item.range?.[0] ?? 0 } : undefined;
}

function stepsOf(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
