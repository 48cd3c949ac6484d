import { isObject, type JsonObject, objectOf } from '../../index.ts';
import type { Location, Resolve } from '../redocly.ts';

/** In place: Redocly writes the object that it has. */
export function replace(node: Record<string, unknown>, written: JsonObject): void {
  const copy = { ...written };
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, copy);
}

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

/** A named example of a media type, a parameter or a header. */
export interface NamedExample {
  readonly name: string;
  /** Where it has its name. */
  readonly place: Location;
  readonly value: unknown;
  /** Where its value is, which may be in another file. */
  readonly location: Location;
}

/** The Example Objects under `examples` (OpenAPI 3.1 §4.8.19); those without `value` are left out. */
export function namedExamples({ node, location }: Placed, resolve: Resolve): NamedExample[] {
  return Object.entries(objectOf(node.examples)).flatMap(([name, entry]) => {
    const place = location.child(['examples', name]);
    const example = follow(entry, place, resolve);
    if (example === undefined || !('value' in example.node)) return [];
    return [{ name, place, value: example.node.value, location: example.location.child('value') }];
  });
}

/** The Media Type Object of a response or a request body, if it has that media type. */
export function mediaType({ node, location }: Placed, name: string, resolve: Resolve): Placed | undefined {
  return follow(objectOf(node.content)[name], location.child(['content', name]), resolve);
}

/**
 * Whether a schema is an open list: a string with the known values in `x-extensible-enum`. They constrain
 * nothing, because lists grow (§7, §9).
 */
export function isOpenList(schema: JsonObject): boolean {
  return Array.isArray(schema['x-extensible-enum']);
}

/** Whether a file, a pointer or a `$ref` names values that a condition asks for: `ListedProblemTitle`. */
export function isListed(reference: string): boolean {
  return /(?:^|\/)Listed[A-Z]\w*(?:\.yaml)?$/.test(reference);
}
