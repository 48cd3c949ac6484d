import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { createShapeCheck } from '@cascade/yaml-file';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shapeFiles, shapeModule } from '../shapes.ts';

/** A file that matches each schema. */
const samples: Readonly<Record<(typeof shapeFiles)[number]['schema'], string>> = {
  'spec/schemas/provider.schema.yaml': 'spec/samples/provider.yaml',
  'packages/service/src/config/service.schema.yaml': 'packages/service/demo/service.yaml',
  'packages/service/src/accounts/accounts.schema.yaml': 'packages/service/demo/accounts.yaml',
  'packages/verifier/schemas/profile.schema.yaml': 'packages/verifier/profiles/mock.yaml',
};

describe.each(shapeFiles)('$schema', ({ schema, module }) => {
  const sample = readYamlFile(repositoryRoot, samples[schema]).value;
  const isSecret = (pointer: string) => /key|url/.test(pointer);
  const atRunTime = createShapeCheck({ schemaFile: join(repositoryRoot, schema), isSecret });
  const ahead = import(pathToFileURL(join(repositoryRoot, `${module}.js`)).href).then(({ validate }) =>
    createShapeCheck({ compiled: validate, isSecret }),
  );

  test('its compiled check accepts the sample', async () => {
    expect((await ahead)(sample)).toEqual({ value: sample });
  });

  test('its compiled check reports what one compiled at run time does', async () => {
    const check = await ahead;
    const reported = new Set<string>();
    fc.assert(
      fc.property(edits, (all) => {
        const edited = all.reduce(edit, sample);
        const expected = atRunTime(edited);
        expect(check(edited)).toEqual(expected);
        if ('faults' in expected) for (const { message } of expected.faults) reported.add(message);
      }),
      { numRuns: 250 },
    );
    expect(reported.size).toBeGreaterThan(30);
  });
});

test('a helper of Ajv that the module would lack is an error', () => {
  const schema = { type: 'string', format: 'date-time', maxLength: 3 };
  expect(shapeModule(schema)).toContain(`import { codePointLength } from '@cascade/yaml-file';`);
  expect(() => shapeModule({ type: 'object', discriminator: { propertyName: 'a' } })).toThrow(
    'discriminator',
  );
});

/** What happens at a place: it gets another value, or its object another member. */
interface Edit {
  readonly place: number;
  readonly value: unknown;
  readonly name: string;
}

const names = fc.constantFrom('key', 'name', 'url', 'kind', 'channel', 'Channel', 'token-5', '', 'a/b');
const values = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    0.5,
    1e300,
    '',
    'x',
    'SMS',
    'sms',
    '2026-13-31T00:00:00Z',
    'http://x',
  ),
  fc.constantFrom<unknown>([], {}, ['SMS', 'SMS'], [{ channel: 'SMS' }, { channel: 'SMS' }], { hash: 'x' }),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const edits = fc.array(fc.record<Edit>({ place: fc.nat(), value: values, name: names }), {
  minLength: 1,
  maxLength: 3,
});

function edit(value: unknown, { place, value: other, name }: Edit): unknown {
  const all = placesIn(value);
  const at = all[place % all.length] ?? [];
  const found = at.reduce<unknown>((parent, step) => Reflect.get(Object(parent), step), value);
  const isMember = typeof found === 'object' && found !== null && !Array.isArray(found) && place % 3 === 0;
  return isMember ? replace(value, [...at, name], other) : replace(value, at, other);
}

function placesIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [
    [],
    ...Object.entries(value).flatMap(([step, child]) => placesIn(child).map((rest) => [step, ...rest])),
  ];
}

function replace(value: unknown, [step, ...rest]: readonly string[], other: unknown): unknown {
  if (step === undefined) return other;
  const child = replace(Reflect.get(Object(value), step), rest, other);
  return Array.isArray(value) ? value.with(Number(step), child) : { ...Object(value), [step]: child };
}
