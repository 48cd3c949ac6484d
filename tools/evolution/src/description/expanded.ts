import {
  isNode,
  isObject,
  isSame,
  type JsonObject,
  mapNode,
  objectOf,
  schemaNameOf,
} from '@cascade/contract';
import { constraints, isStronger } from './constraints.ts';

/** References inside each other, at most: a schema may refer to itself. */
const deepest = 8;

const limiting = new Set<string>([
  ...constraints,
  'properties',
  'items',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
]);

/** Two states of one thing. */
type Pair = readonly [before: unknown, now: unknown];

/**
 * Both states of a description; where a place refers elsewhere than before, a reference with constraints
 * beside it is the schema that both make together. Redocly overlooks such constraints if the place was a
 * schema of its own.
 */
export function withReferencesExpanded(
  before: JsonObject,
  now: JsonObject,
): readonly [JsonObject, JsonObject] {
  const [old, recent] = [before, now].map((one) => objectOf(objectOf(one.components).schemas));
  const expand = (one: unknown, other: unknown, depth: number): Pair => {
    const isMoved = objectOf(one).$ref !== objectOf(other).$ref;
    if (isMoved && depth < deepest && (isLimited(one) || isLimited(other))) {
      const whole = inPlace(one, old);
      const otherWhole = inPlace(other, recent);
      if (whole !== one || otherWhole !== other) return expand(whole, otherWhole, depth + 1);
    }
    return paired(one, other, (child, otherChild) => expand(child, otherChild, depth));
  };
  const [first, second] = expand(before, now, 0);
  return [objectOf(first), objectOf(second)];
}

/** Both states with their members or items changed, those that only one has as they are. */
function paired(one: unknown, other: unknown, change: (child: unknown, other: unknown) => Pair): Pair {
  if (!isNode(one) || !isNode(other)) return [one, other];
  const pairs = new Map(
    Object.keys(one)
      .filter((name) => name in other)
      .map((name) => [name, change(one[name], other[name])] as const),
  );
  return [
    mapNode(one, (child, name) => pairs.get(name)?.[0] ?? child),
    mapNode(other, (child, name) => pairs.get(name)?.[1] ?? child),
  ];
}

/** Whether a reference has constraints beside it. */
function isLimited(schema: unknown): boolean {
  return '$ref' in objectOf(schema) && Object.keys(objectOf(schema)).some((key) => limiting.has(key));
}

function inPlace(schema: unknown, schemas: JsonObject = {}): unknown {
  const { $ref, ...beside } = objectOf(schema);
  const target = schemas[schemaNameOf($ref) ?? ''];
  return isObject(target) ? together(target, beside) : schema;
}

/** The schema of all that two say: the stronger constraint where both have one, a branch where none is. */
function together(target: JsonObject, beside: JsonObject): JsonObject {
  const branch: Record<string, unknown> = {};
  const merged: Record<string, unknown> = { ...target };
  for (const [key, value] of Object.entries(beside)) {
    const both = target[key] === undefined ? value : mergedValue(key, target[key], value);
    if (both === undefined) branch[key] = value;
    else merged[key] = both;
  }
  if (Object.keys(branch).length === 0) return merged;
  return { ...merged, allOf: [merged.allOf ?? [], branch].flat() };
}

/** One value for a keyword that two schemas have; `undefined` if both must stay. */
function mergedValue(key: string, one: unknown, other: unknown): unknown {
  if (isSame(one, other) || !limiting.has(key)) return other;
  if (key === 'required') return [...new Set([one, other].flat())].toSorted();
  if (key === 'allOf') return [one, other].flat();
  if (key === 'properties')
    return haveSameMember(one, other) ? undefined : { ...objectOf(one), ...objectOf(other) };
  if (isOrdered(key)) return isStronger(key, one, other) ? other : one;
  return undefined;
}

/** Whether of two values of a constraint one is stronger. */
function isOrdered(key: string): boolean {
  return /^(?:exclusive)?m(?:in|ax)/i.test(key);
}

function haveSameMember(one: unknown, other: unknown): boolean {
  return Object.keys(objectOf(one)).some((name) => name in objectOf(other));
}
