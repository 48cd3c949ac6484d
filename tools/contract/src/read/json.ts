import { isDeepStrictEqual } from 'node:util';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether the value is a JSON object, neither list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return isNode(value) && !Array.isArray(value);
}

/** Whether the value is an object or a list of a JSON document. */
export function isNode(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** The value as an object; an empty one for everything else. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** A copy of an object with each member as `change` makes it; what becomes undefined is left out. */
export function mapMembers(value: unknown, change: (child: unknown, name: string) => unknown): JsonObject {
  const changed = Object.entries(objectOf(value)).map(
    ([name, child]) => [name, change(child, name)] as const,
  );
  return Object.fromEntries(changed.filter(([, child]) => child !== undefined));
}

/**
 * The same of the items of a list, all of which stay, or of the members of an object; any other value as it
 * is.
 */
export function mapNode(value: unknown, change: (child: unknown, name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item, index) => change(item, String(index)));
  return isObject(value) ? mapMembers(value, change) : value;
}

/**
 * The strings of a list, or a string alone as a list of one: the two forms of `x-clause` and `x-decision`.
 */
export function stringsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');
}

/** Whether two JSON values say the same; the order of members does not count. */
export const isSame: (one: unknown, other: unknown) => boolean = isDeepStrictEqual;

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
  return parsePointer(pointer).reduce<unknown>(
    (value, segment) => (isNode(value) ? value[segment] : undefined),
    root,
  );
}

/**
 * Puts a value at a pointer, in place; `-` is the end of a list. @throws {Error} if the pointer leads
 * nowhere.
 */
export function put(root: object, pointer: string, value: unknown): void {
  const { container, key } = locate(root, pointer);
  if (Array.isArray(container)) container[key === '-' ? container.length : Number(key)] = value;
  else container[key] = value;
}

/** Removes what is at a pointer, in place. @throws {Error} if the pointer leads nowhere. */
export function drop(root: object, pointer: string): void {
  const { container, key } = locate(root, pointer);
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else delete container[key];
}

function locate(
  root: object,
  pointer: string,
): { container: Record<string, unknown> | unknown[]; key: string } {
  const path = parsePointer(pointer);
  const container = valueAt(root, toPointer(path.slice(0, -1)));
  if (typeof container !== 'object' || container === null) throw new Error(`${pointer} leads nowhere`);
  return { container: container as Record<string, unknown> | unknown[], key: path.at(-1) ?? '' };
}
