import type { Location, Resolve } from '../redocly.ts';
import { isObject, type JsonObject } from './values.ts';

/** A node and its place. */
export interface Placed {
  readonly node: JsonObject;
  readonly location: Location;
}

/** Whether the value is a Reference Object, with or without members beside `$ref`. */
export function isReference(value: unknown): value is JsonObject & { readonly $ref: string } {
  return isObject(value) && typeof value.$ref === 'string';
}

/**
 * `value` if it is an object, or the target of its `$ref`, with its place. `undefined` for anything else;
 * Redocly's `no-unresolved-refs` reports a `$ref` without a target.
 */
export function follow(value: unknown, location: Location, resolve: Resolve): Placed | undefined {
  const { node, location: target } = isReference(value)
    ? resolve(value, location.source.absoluteRef)
    : { node: value, location };
  return isObject(node) && target !== undefined ? { node, location: target } : undefined;
}
