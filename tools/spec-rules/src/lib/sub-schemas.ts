import { isObject, type JsonObject } from './values.ts';

/**
 * What a sub-schema applies to: a `member` or `element` of the value; the value itself, as a further
 * `demand`, as one of several `choice`s, or as a `question` that the value need not satisfy.
 */
type Role = 'member' | 'element' | 'demand' | 'choice' | 'question' | 'definition';

type Shape = 'one' | 'list' | 'map';

/** Every keyword of JSON Schema 2020-12 that holds schemas, with the shape in which it holds them. */
const keywords: Readonly<Record<string, readonly [Shape, Role]>> = {
  properties: ['map', 'member'],
  patternProperties: ['map', 'member'],
  additionalProperties: ['one', 'member'],
  unevaluatedProperties: ['one', 'member'],
  items: ['one', 'element'],
  prefixItems: ['list', 'element'],
  unevaluatedItems: ['one', 'element'],
  allOf: ['list', 'demand'],
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: ['one', 'demand'],
  else: ['one', 'demand'],
  dependentSchemas: ['map', 'demand'],
  anyOf: ['list', 'choice'],
  oneOf: ['list', 'choice'],
  not: ['one', 'question'],
  if: ['one', 'question'],
  contains: ['one', 'question'],
  propertyNames: ['one', 'question'],
  $defs: ['map', 'definition'],
};

/** A schema directly inside another one. */
export interface SubSchema {
  readonly keyword: string;
  readonly role: Role;
  /** Its path: the keyword, and the index or name under it. */
  readonly segments: readonly (string | number)[];
  readonly schema: JsonObject;
}

/** The schemas directly inside a schema, boolean ones left out. `$ref` is not followed. */
export function subSchemas(schema: JsonObject): SubSchema[] {
  return Object.entries(keywords).flatMap(([keyword, [shape, role]]) =>
    heldIn(schema[keyword], shape).flatMap(([rest, held]) =>
      isObject(held) ? [{ keyword, role, segments: [keyword, ...rest], schema: held }] : [],
    ),
  );
}

function heldIn(value: unknown, shape: Shape): [rest: (string | number)[], held: unknown][] {
  if (shape === 'one') return [[[], value]];
  if (shape === 'list') return Array.isArray(value) ? value.map((held, index) => [[index], held]) : [];
  return isObject(value) ? Object.entries(value).map(([name, held]) => [[name], held]) : [];
}
