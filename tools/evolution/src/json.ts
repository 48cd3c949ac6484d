import { isDeepStrictEqual } from 'node:util';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, and no list. */
export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The value as an object; an empty one for everything else. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Whether two JSON values say the same; the order of members does not count. */
export const isSame: (one: unknown, other: unknown) => boolean = isDeepStrictEqual;

/** What a JSON pointer (RFC 6901) leads to; `undefined` if nothing is there. */
export function atPointer(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((found, key) => (found instanceof Object ? Reflect.get(found, key) : undefined), value);
}
