import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { expect, onTestFinished, test } from 'vitest';
import { tryClient } from './broken-clients.ts';
import { type Tool, tools } from './tables.ts';

/** This package has the generator where `npm run trials -- interop` installs it. */
const home = fileURLToPath(new URL('../../', import.meta.url));
const slow = { timeout: 300_000 };

const heyApi = tools.find(({ name }) => name === '@hey-api/openapi-ts');
if (heyApi === undefined) throw new Error('expected the generator in tools.yaml');

/**
 * With the native compiler of the repository; `hey-api.test.ts` tries that of the generator, which takes five
 * times as long.
 */
const compiler = join(repositoryRoot, 'node_modules/typescript/bin/tsc');
const options =
  '--noEmit --strict --skipLibCheck --target es2022 --module preserve --lib es2022,dom,dom.iterable --types node';
const quickly: Tool = {
  ...heyApi,
  compile: [`{node} "${compiler}" {folder}/main.ts ${options} --typeRoots {home}/node_modules/@types`],
};

type Description = Record<'paths' | 'info', Record<string, unknown>>;

/** The description after an edit. */
function described(edit: (openapi: Description) => void): string {
  const { value } = readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml');
  const openapi = structuredClone(value as Description);
  edit(openapi);
  return JSON.stringify(openapi);
}

async function triedWith(before: string, now: string) {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-broken-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = { before: join(folder, 'before.json'), now: join(folder, 'now.json') };
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }');
  await writeFile(files.before, before);
  await writeFile(files.now, now);
  return tryClient(quickly, home, files);
}

const asItIs = described(() => {});
const withoutHistory = described(({ paths }) => {
  delete paths['/api/messages/history'];
});
const reworded = described(({ info }) => {
  info.summary = 'Other words.';
});

test('an operation that a program calls is removed: the compiler says which', slow, async () => {
  expect(await triedWith(asItIs, withoutHistory)).toEqual({
    says: expect.stringContaining("'listMessages'"),
  });
});

test('other words compile as before', slow, async () => {
  expect(await triedWith(asItIs, reworded)).toEqual({});
});

test('a program that failed before is not a finding', slow, async () => {
  expect(await triedWith(withoutHistory, asItIs)).toEqual({
    skipped: expect.stringContaining('fails with the former description, too'),
  });
});
