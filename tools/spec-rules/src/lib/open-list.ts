import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from './values.ts';

/**
 * Whether a schema is an open enumeration: `anyOf` of a string with the known values and of any string, in
 * this order. It constrains nothing, because lists grow (§7, §9); it lists the known values.
 */
export function isOpenList({ anyOf }: JsonObject): boolean {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return false;
  const [known, any] = anyOf;
  return (
    isObject(known) &&
    known.type === 'string' &&
    Array.isArray(known.enum) &&
    isDeepStrictEqual(any, { type: 'string' })
  );
}
