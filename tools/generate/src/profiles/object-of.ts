import { isNode, type Node } from '../is-node.ts';

/** The value as an object; an empty one for everything else. */
export function objectOf(value: unknown): Node {
  return isNode(value) && !Array.isArray(value) ? value : {};
}
