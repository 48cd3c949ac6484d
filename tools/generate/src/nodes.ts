/** An object or array of a JSON document. */
export type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

/** The value as an object; an empty one for everything else. */
export function objectOf(value: unknown): Node {
  return isNode(value) && !Array.isArray(value) ? value : {};
}
