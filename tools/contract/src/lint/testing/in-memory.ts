import { type JsonObject, objectOf, valueAt } from '../../index.ts';
import type { Location, Resolve } from '../redocly.ts';

/** A copy of a description, and its context in Redocly; its references are to itself. */
interface InMemory {
  readonly node: Record<string, unknown>;
  readonly location: Location;
  readonly resolve: Resolve;
}

export function inMemory(root: object): InMemory {
  const node: JsonObject = objectOf(structuredClone(root));
  const location: Location = {
    pointer: '#/',
    absolutePointer: 'root.yaml#/',
    source: { absoluteRef: 'root.yaml' },
    child: () => location,
    key: () => location,
  };
  const resolve: Resolve = (reference) => ({
    node: valueAt(node, String(objectOf(reference).$ref).slice(1)),
    location,
  });
  return { node, location, resolve };
}
