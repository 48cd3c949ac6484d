import type { Resolve } from '../redocly.ts';
import { follow, isReference, type Placed } from './reference.ts';
import { type SubSchema, subSchemas } from './sub-schemas.ts';
import { objectOf } from './values.ts';

/** A schema that a request must satisfy, and the value it applies to. */
export interface RequestSchema extends Placed {
  /** Path from the body to the value: names of members, `*` for any member or element. */
  readonly path: readonly string[];
}

/** The schemas of a request body, one for each media type. */
export function rootSchemas({ node, location }: Placed, resolve: Resolve): Placed[] {
  return Object.entries(objectOf(node.content)).flatMap(([name, media]) => {
    const place = location.child(['content', name, 'schema']);
    return follow(objectOf(media).schema, place, resolve) ?? [];
  });
}

/**
 * Every schema that a request body must satisfy, from `root` down. Conditions (`if`, `not`, `contains`) and
 * the branches of `anyOf` and `oneOf` are left out, because a value need not satisfy any one of them. A
 * recursive schema is walked once on each path.
 */
export function demandedSchemas(
  root: Placed,
  resolve: Resolve,
  path: readonly string[] = [],
  open: readonly string[] = [],
): RequestSchema[] {
  const { node, location } = root;
  if (open.includes(location.absolutePointer)) return [];
  const inside = [...open, location.absolutePointer];
  const target = isReference(node) ? follow(node, location, resolve) : undefined;
  return [
    { node, location, path },
    ...(target === undefined ? [] : demandedSchemas(target, resolve, path, inside)),
    ...subSchemas(node).flatMap((sub) => {
      const step = stepInto(sub);
      const placed = { node: sub.schema, location: location.child(sub.segments) };
      return step === undefined ? [] : demandedSchemas(placed, resolve, [...path, ...step], inside);
    }),
  ];
}

/** The path of a sub-schema's value; `undefined` if the sub-schema need not be satisfied. */
function stepInto({ keyword, role, segments }: SubSchema): string[] | undefined {
  if (role === 'demand') return [];
  if (role === 'member' && keyword === 'properties') return [String(segments[1])];
  return role === 'member' || role === 'element' ? ['*'] : undefined;
}
