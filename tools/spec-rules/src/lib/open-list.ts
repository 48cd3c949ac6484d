import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from './nodes.ts';
import { isReference } from './nodes.ts';

/**
 * Whether a schema is an open enumeration: `anyOf` of the known values, which are a component of their own, and of any
 * string, in this order. It constrains nothing, because lists grow (§7, §9); it lists the known values.
 */
export function isOpenList({ anyOf }: JsonObject): boolean {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return false;
  const [known, any] = anyOf;
  return isReference(known) && isListed(known.$ref) && isDeepStrictEqual(any, { type: 'string' });
}

/** Whether a file, a pointer or a `$ref` names the known values of an open list: `ListedContentType`. */
export function isListed(reference: string): boolean {
  return /(?:^|\/)Listed[A-Z]\w*(?:\.yaml)?$/.test(reference);
}
