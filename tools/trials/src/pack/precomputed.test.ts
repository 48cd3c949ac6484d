import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runProgram } from '@cascade/repository/test-kit';
import { createShapeCheck, type SchemaSource } from '@cascade/yaml-file';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { precomputed, shapeModule } from './precomputed.ts';
import { repositoryRoot } from './published.ts';

/** A file that matches each schema. */
const samples: Readonly<Record<string, string>> = {
  'packages/mock/src/control/control-shape': 'packages/mock/test/support/control-sample.yaml',
  'packages/mock/src/provider/provider-shape': 'spec/samples/provider.yaml',
  'packages/service/src/config/service-shape': 'packages/service/demo/service.yaml',
  'packages/service/src/accounts/file/accounts-shape': 'packages/service/demo/accounts.yaml',
  'packages/verifier/src/baseline/baseline-shape': 'packages/verifier/profiles/known.yaml',
  'packages/verifier/src/profile/consumer-shape': 'packages/verifier/profiles/consumer.yaml',
  'packages/verifier/src/profile/profile-shape': 'packages/verifier/profiles/mock.yaml',
};
const schemas = Object.keys(samples).map((path) => {
  const [folder = '', module = ''] = path.split('/src/');
  return [folder, module] as const;
});
const scratch = mkdtempSync(fileURLToPath(new URL('../../node_modules/compiled-', import.meta.url)));
afterAll(() => rmSync(scratch, { recursive: true }));

describe.each(schemas)('%s/src/%s', (folder, module) => {
  const path = `${folder}/src/${module}`;
  const sample: unknown = parse(readFileSync(join(repositoryRoot, samples[path] ?? ''), 'utf8'));
  const isSecret = (pointer: string) => /key|url/.test(pointer);
  const importSchema = async (file: string): Promise<SchemaSource> =>
    (await import(pathToFileURL(file).href)).shape;
  const sources = (async () => {
    const file = join(scratch, `${path.replaceAll('/', '-')}.js`);
    writeFileSync(file, (await precomputed(folder)).get(module) ?? '');
    return {
      source: await importSchema(join(repositoryRoot, `${path}.ts`)),
      packed: await importSchema(file),
    };
  })();
  const ahead = sources.then(({ packed }) => createShapeCheck({ ...packed, isSecret }));

  test('its compiled check accepts the sample', async () => {
    expect((await ahead)(sample)).toEqual({ value: sample });
  });

  test('its compiled check reports what one compiled at run time does', async () => {
    const check = await ahead;
    const atRunTime = createShapeCheck({ ...(await sources).source, isSecret });
    expect(await sources).toMatchObject({ packed: { compiled: expect.any(Function) } });
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

test('each compiled check has a sample', { timeout: 60_000 }, async () => {
  const found: string[] = [];
  for (const folder of ['packages/mcp', 'packages/mock', 'packages/service', 'packages/verifier'])
    for (const [module, text] of await precomputed(folder))
      if (text.includes('\nexport const shape = ')) found.push(`${folder}/src/${module}`);
  expect(found.sort()).toEqual(Object.keys(samples).sort());
});

test('a helper of Ajv that the module would lack is an error', () => {
  const schema = { type: 'string', format: 'date-time', maxLength: 3 };
  expect(shapeModule(schema)).toContain(`import { codePointLength } from '@cascade/yaml-file';`);
  expect(() => shapeModule({ type: 'object', discriminator: { propertyName: 'a' } })).toThrow(
    'discriminator',
  );
});

test('without a provider file, the packed mock loads no reader of YAML and no compiler of schemas: 14 MiB', async () => {
  const start = JSON.stringify(pathToFileURL(join(repositoryRoot, 'packages/mock/dist/start-mock.js')).href);
  const program = `
    const { startMock } = await import(${start});
    const mock = await startMock({ port: 0 });
    await mock.close();
    const { createRequire } = await import('node:module');
    for (const path of Object.keys(createRequire(${start}).cache)) console.log(path);
  `;
  const { code, out, err } = await runProgram(process.execPath, ['--input-type=module', '--eval', program]);
  expect(code, err).toBe(0);
  const packages = new Set([...out.matchAll(/.*\/node_modules\/([^/]+)\//g)].map(([, name]) => name));
  expect([...packages]).toContain('@stoplight');
  expect([...packages].filter((name) => name === 'yaml' || name === 'ajv')).toEqual([]);
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
