import { type Document, isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import { stepsOf } from './places.ts';

/** Where a value begins in the text; for a missing value, where the nearest one around it begins. */
export function offsetOf(document: Document, pointer: string): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const step of stepsOf(pointer)) {
    const child = findChild(isAlias(node) ? node.resolve(document) : node, step);
    if (child === undefined) break;
    ({ node, offset } = child);
  }
  return offset;
}

interface Child {
  readonly node: unknown;
  readonly offset: number;
}

/** The offset of a member is that of its name, since the value may begin on a later line. */
function findChild(parent: unknown, step: string): Child | undefined {
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === step);
    return isNode(pair?.key) ? { node: pair.value, offset: pair.key.range?.[0] ?? 0 } : undefined;
  }
  const item = isSeq(parent) ? parent.items[Number(step)] : undefined;
  return isNode(item) ? { node: item, offset: item.range?.[0] ?? 0 } : undefined;
}
