import { isNode, type JsonObject } from '@cascade/contract';
import fc from 'fast-check';

/** The limit of levels of objects and arrays: stages contain stages. */
const deepest = 6;

/** Values around a schema of the bundle: mostly valid, with unlisted strings, further members and `null`. */
export function anyValue(schema: unknown, schemas: JsonObject, depth = 0): fc.Arbitrary<unknown> {
  const { types, properties, required, items, values } = shapeOf(schema, schemas);
  const inside = (one: unknown) => anyValue(one, schemas, depth + 1);
  const members = Object.entries(properties).filter(([name]) => depth < deepest || required.includes(name));
  const listed = fc.record(Object.fromEntries(members.map(([name, member]) => [name, inside(member)])), {
    requiredKeys: [...required],
  });
  const byType: Readonly<Record<string, () => fc.Arbitrary<unknown>>> = {
    object: () => fc.tuple(further, listed).map(([more, some]) => ({ ...more, ...some })),
    array: () => (depth < deepest ? fc.array(inside(items), { maxLength: 3 }) : fc.constant([])),
    string: () => (values.length > 0 ? fc.oneof(fc.constantFrom(...values), fc.string()) : texts),
    integer: () => fc.oneof(fc.nat(), fc.maxSafeInteger()),
    number: () => fc.double({ noNaN: true, noDefaultInfinity: true }),
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
  };
  const chosen = types.flatMap((type) => byType[type]?.() ?? []);
  return chosen.length === 0 ? anything : fc.oneof(...chosen);
}

const anything = fc.jsonValue({ maxDepth: 1 });

const further = fc.dictionary(fc.constantFrom('flow', 'new member', 'x'), anything, { maxKeys: 2 });

const texts = fc.oneof(
  fc.constantFrom('https://shop.example/a', '2026-02-01T09:00:00Z', 'messageId', 'ASC', 'TEXT'),
  fc.uuid(),
  fc.string({ unit: 'binary', maxLength: 140 }),
);

interface Shape {
  readonly types: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly items: unknown;
  readonly values: readonly unknown[];
}

/** What a schema and all that it is made of say together; conditions aside. */
function shapeOf(schema: unknown, schemas: JsonObject): Shape {
  if (!isNode(schema)) return { types: [], properties: {}, required: [], items: undefined, values: [] };
  const name = /^#\/components\/schemas\/(\w+)$/.exec(String(schema.$ref))?.[1] ?? '';
  const parts = [schema.allOf, schema.anyOf, name in schemas ? schemas[name] : undefined]
    .flat()
    .filter(isNode)
    .map((part) => shapeOf(part, schemas));
  const properties = Object.assign({}, ...parts.map((part) => part.properties), schema.properties);
  const own = [schema.type].flat().filter((type) => typeof type === 'string');
  return {
    types: [...new Set([...own, ...parts.flatMap(({ types }) => types)])],
    properties,
    required: [
      ...[schema.required].flat().filter((one) => typeof one === 'string'),
      ...(Array.isArray(schema.anyOf) ? [] : parts.flatMap(({ required }) => required)),
    ].filter((one) => one in properties),
    items: schema.items ?? parts.find(({ items }) => items !== undefined)?.items,
    values: [
      ...[schema.enum ?? []].flat(),
      ...('const' in schema ? [schema.const] : []),
      ...parts.flatMap(({ values }) => values),
    ],
  };
}
