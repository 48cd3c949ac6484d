import type { Location, Resolve } from '../redocly.ts';
import { follow, type Placed } from './reference.ts';
import { objectOf } from './values.ts';

/** A named example of a media type, a parameter or a header; `location` is that of its value. */
export interface NamedExample {
  readonly name: string;
  readonly value: unknown;
  readonly location: Location;
}

/** The Example Objects under `examples` (OpenAPI 3.1 §4.8.19); those without `value` are left out. */
export function namedExamples({ node, location }: Placed, resolve: Resolve): NamedExample[] {
  return Object.entries(objectOf(node.examples)).flatMap(([name, entry]) => {
    const example = follow(entry, location.child(['examples', name]), resolve);
    if (example === undefined || !('value' in example.node)) return [];
    return [{ name, value: example.node.value, location: example.location.child('value') }];
  });
}

/** The Media Type Object of a response or a request body, if it has that media type. */
export function mediaType({ node, location }: Placed, name: string, resolve: Resolve): Placed | undefined {
  return follow(objectOf(node.content)[name], location.child(['content', name]), resolve);
}
