import { isObject, type JsonObject, objectOf } from '../../index.ts';
import type { Resolve } from '../redocly.ts';
import { follow, isReference, type Placed } from './nodes.ts';

const conditions: ReadonlySet<string> = new Set(['if', 'then', 'else', 'not', 'contains']);

/**
 * Whether a sub-schema is a condition, or narrows: it introduces no members. So does a choice that only
 * demands members: `anyOf: [{ required: [a] }, { required: [b] }]`.
 */
export function isCondition({
  keyword,
  role,
  schema,
}: Pick<SubSchema, 'keyword' | 'role' | 'schema'>): boolean {
  const onlyDemands = 'required' in schema && !('type' in schema) && !('$ref' in schema);
  return conditions.has(keyword) || (role === 'choice' && onlyDemands);
}

/**
 * What a sub-schema applies to: a `member` or `element` of the value; the value itself, as a further
 * `demand`, as one of several `choice`s, or as a `question` that the value need not satisfy.
 */
type Role = 'member' | 'element' | 'demand' | 'choice' | 'question' | 'definition';

type Shape = 'one' | 'list' | 'map';

/** Every keyword of JSON Schema 2020-12 that holds schemas, with the shape in which it holds them. */
const keywords: ReadonlyMap<string, readonly [Shape, Role]> = new Map([
  ['properties', ['map', 'member']],
  ['patternProperties', ['map', 'member']],
  ['additionalProperties', ['one', 'member']],
  ['unevaluatedProperties', ['one', 'member']],
  ['items', ['one', 'element']],
  ['prefixItems', ['list', 'element']],
  ['unevaluatedItems', ['one', 'element']],
  ['allOf', ['list', 'demand']],
  ['then', ['one', 'demand']],
  ['else', ['one', 'demand']],
  ['dependentSchemas', ['map', 'demand']],
  ['anyOf', ['list', 'choice']],
  ['oneOf', ['list', 'choice']],
  ['not', ['one', 'question']],
  ['if', ['one', 'question']],
  ['contains', ['one', 'question']],
  ['propertyNames', ['one', 'question']],
  ['$defs', ['map', 'definition']],
] as const);

/** A schema directly inside another one. */
interface SubSchema {
  readonly keyword: string;
  readonly role: Role;
  /** Its path: the keyword, and the index or name under it. */
  readonly segments: readonly (string | number)[];
  readonly schema: JsonObject;
}

/** The schemas directly inside a schema, boolean ones left out. `$ref` is not followed. */
export function subSchemas(schema: JsonObject): SubSchema[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const kind = keywords.get(keyword);
    if (kind === undefined) return [];
    const [shape, role] = kind;
    return heldIn(value, shape).flatMap(([rest, held]) =>
      isObject(held) ? [{ keyword, role, segments: [keyword, ...rest], schema: held }] : [],
    );
  });
}

function heldIn(value: unknown, shape: Shape): [rest: (string | number)[], held: unknown][] {
  if (shape === 'one') return [[[], value]];
  if (shape === 'list') return Array.isArray(value) ? value.map((held, index) => [[index], held]) : [];
  return isObject(value) ? Object.entries(value).map(([name, held]) => [[name], held]) : [];
}

/** A schema that a request must satisfy, and the value it applies to. */
interface RequestSchema extends Placed {
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
