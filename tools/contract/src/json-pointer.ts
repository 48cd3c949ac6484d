/** The segments of a JSON pointer (RFC 6901), unescaped. */
export function parsePointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A JSON pointer (RFC 6901) of the segments. */
export function toPointer(segments: readonly (string | number)[]): string {
  return segments
    .map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** The value at a JSON pointer, or `undefined` where there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce<unknown>((value, segment) => {
    if (value === null || typeof value !== 'object') return undefined;
    return (value as Readonly<Record<string, unknown>>)[segment];
  }, root);
}

/** An object or array of a JSON document. */
export type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

/** The value as an object; an empty one for everything else. */
export function objectOf(value: unknown): Node {
  return isNode(value) && !Array.isArray(value) ? value : {};
}
