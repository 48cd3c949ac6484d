import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { profiles as makeProfiles } from '../bundle/index.ts';
import { isNode, type JsonObject, objectOf, readYamlFile, repositoryRoot } from '../index.ts';
import { validatorFormats } from './validators/validators.ts';

const full = objectOf(readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value);
const made = new Map(makeProfiles().map(({ path, text }) => [path, text]));
const read = (name: string) => objectOf(JSON.parse(made.get(`spec/generated/${name}.json`) ?? ''));
const profiles = [
  ['3.1', read('openapi-for-generators')],
  ['3.0.3', read('openapi-3.0-for-generators')],
] as const;

type Check = (value: unknown) => boolean;

/** A validator of each component schema. OpenAPI 3.0 is read by its own rules: `nullable`, one `example`. */
function checksOf(description: JsonObject): (name: string) => Check {
  const isOpenapi30 = String(description.openapi).startsWith('3.0');
  const options = { strict: false, formats: { ...validatorFormats, int64: true as const } };
  const ajv = isOpenapi30 ? new Ajv(options) : new Ajv2020(options);
  ajv.addSchema({ $id: 'description', components: description.components });
  const compiled = new Map<string, Check>();
  return (name) => {
    const known = compiled.get(name) ?? ajv.compile({ $ref: `description#/components/schemas/${name}` });
    compiled.set(name, known);
    return known;
  };
}

const schemas = objectOf(objectOf(full.components).schemas);
const bodies = [
  'SchedulingRequest',
  'SchedulingResult',
  'ListCascadesRequest',
  'Cascade',
  'CallbackRegistration',
  'ChannelProfile',
  'ListTemplatesRequest',
  'MessageTemplate',
  'MessageHistoryRequest',
  'MessageHistory',
  'StatusEvent',
  'Problem',
];

/** What of the examples of the description is an instance of which body; of a list its entries. */
const examples = Object.entries(objectOf(objectOf(full.components).examples)).flatMap(([name, example]) =>
  [objectOf(example).value].flat().map((value) => [name, value] as const),
);
const exampleNames = new Set(examples.map(([name]) => name));

const fits = checksOf(full);

/**
 * Values that are valid under the full description, made once for both profiles: to make them takes longest.
 */
const generated = once(() => {
  const valid: { readonly body: string; readonly value: unknown }[] = [];
  for (let seed = 1; valid.length < 10_000 && seed < 60; seed += 1)
    for (const body of bodies) {
      const values = fc.sample(anyValue({ $ref: `#/components/schemas/${body}` }, schemas), {
        seed,
        numRuns: 200,
      });
      valid.push(...values.filter(fits(body)).map((value) => ({ body, value })));
    }
  return valid;
});

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

describe.each(profiles)('the profile in OpenAPI %s', (_, profile) => {
  const fitsProfile = checksOf(profile);

  test('knows every body', () => {
    const names = Object.keys(objectOf(objectOf(profile.components).schemas));
    expect(names).toEqual(expect.arrayContaining(bodies));
  });

  test('every example that is valid under the full description is valid under it', () => {
    const valid = examples.flatMap(([name, value]) =>
      bodies.filter((body) => fits(body)(value)).map((body) => [name, body, value] as const),
    );
    expect(new Set(valid.map(([name]) => name)).size).toBe(exampleNames.size);
    for (const [name, body, value] of valid)
      expect(fitsProfile(body)(value), `${name} as ${body}`).toBe(true);
  });

  test('10,000 generated values that are valid under the full description are valid under it', () => {
    expect(generated().length).toBeGreaterThanOrEqual(10_000);
    for (const { body, value } of generated())
      if (!fitsProfile(body)(value)) expect.fail(`${body}: ${JSON.stringify(value)}`);
  }, 120_000);

  test('has no construct that generators stumble over', () => {
    const found = new Set<string>();
    const visit = (node: unknown): void => {
      if (!isNode(node)) return;
      for (const [key, child] of Object.entries(node)) {
        if (key === 'example' || key === 'examples') continue;
        found.add(key);
        visit(child);
      }
    };
    visit(profile.components);
    for (const gone of ['if', 'then', 'contains', 'dependentRequired', 'const', 'pattern', 'x-problem'])
      expect(found).not.toContain(gone);
    expect(JSON.stringify(profile).includes('schemas/Listed')).toBe(false);
  });

  test('has a name for an object that is one choice of several, and a choice without a name before it', () => {
    const components = objectOf(objectOf(profile.components).schemas);
    const { footer } = objectOf(objectOf(components.ChannelContent).properties);
    const choices = [objectOf(footer).anyOf].flat().map(objectOf);
    expect(choices[0]).toHaveProperty('type', 'string');
    expect(choices.at(-1)).toEqual({ $ref: '#/components/schemas/AnyObject' });
    expect(JSON.stringify(components)).not.toContain('"anyOf":[{"type":"object"}');
  });

  test('says what it is for', () => {
    expect(String(objectOf(profile.info).description)).toContain(
      'Generate from this, validate with the full',
    );
  });
});

test('OpenAPI 3.0 has no null type, no webhooks and no tags of them', () => {
  const [, [, profile]] = profiles;
  expect(JSON.stringify(profile)).not.toContain('"null"');
  expect(profile).not.toHaveProperty('webhooks');
  expect(JSON.stringify(profile.tags)).not.toContain('StatusEvents');
});

/** The limit of levels of objects and arrays: stages contain stages. */
const deepest = 6;

/** Values around a schema of the bundle: mostly valid, with unlisted strings, further members and `null`. */
function anyValue(schema: unknown, schemas: JsonObject, depth = 0): fc.Arbitrary<unknown> {
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
