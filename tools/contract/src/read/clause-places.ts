import { isNode, type JsonObject, stringsOf, toPointer } from './json.ts';

/** A place in a description: file and JSON pointer (RFC 6901). */
export interface ClausePlace {
  readonly file: string;
  readonly pointer: string;
}

/** For each clause the nodes that carry it in `x-clause`, in the order of the files and of their nodes. */
export function clausePlaces(
  descriptions: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, readonly ClausePlace[]> {
  const places = new Map<string, ClausePlace[]>();
  for (const [file, description] of Object.entries(descriptions)) {
    visit(description, [], (node, path) => {
      for (const id of stringsOf(node['x-clause'])) {
        const known = places.get(id);
        const place = { file, pointer: toPointer(path) };
        if (known === undefined) places.set(id, [place]);
        else known.push(place);
      }
    });
  }
  return places;
}

function visit(
  value: unknown,
  path: readonly string[],
  take: (node: JsonObject, path: readonly string[]) => void,
): void {
  if (!isNode(value)) return;
  if (!Array.isArray(value)) take(value, path);
  for (const [key, child] of Object.entries(value)) visit(child, [...path, key], take);
}
