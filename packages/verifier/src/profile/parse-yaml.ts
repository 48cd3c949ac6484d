import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { stepsOf } from '../json-pointer.ts';

interface Place {
  readonly line: number;
  readonly column: number;
}

/** A YAML text that still knows where each value stands, or what keeps it from being YAML. */
export type ParsedYaml =
  | { readonly value: unknown; placeOf(pointer: string): Place }
  | { readonly faults: readonly (Place & { readonly says: string })[] };

/** Parses one YAML document. */
export function parseYaml(text: string): ParsedYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (document.errors.length > 0)
    return {
      faults: document.errors.map(({ pos, message }) => ({ ...placeAt(pos[0]), says: firstLine(message) })),
    };
  try {
    const value: unknown = document.toJS();
    return { value, placeOf: (pointer) => placeAt(offsetOf(document.contents, pointer)) };
  } catch (error) {
    // An alias that nothing declares, or aliases that multiply beyond measure.
    return { faults: [{ line: 1, column: 1, says: error instanceof Error ? error.message : String(error) }] };
  }

  /** Where the value stands, or the nearest one around it when it is missing. */
  function offsetOf(root: unknown, pointer: string): number {
    let node: unknown = root;
    let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
    for (const step of stepsOf(pointer)) {
      const parent = isAlias(node) ? node.resolve(document) : node;
      const child = childOf(parent, step);
      if (child === undefined) break;
      ({ node, offset } = child);
    }
    return offset;
  }
}

/** Of a member the name counts, since its value can stand on a later line. */
function childOf(parent: unknown, step: string): { node: unknown; offset: number } | undefined {
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === step);
    return isNode(pair?.key) ? { node: pair.value, offset: pair.key.range?.[0] ?? 0 } : undefined;
  }
  const item = isSeq(parent) ? parent.items[Number(step)] : undefined;
  return isNode(item) ? { node: item, offset: item.range?.[0] ?? 0 } : undefined;
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text;
}
