import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { install } from './install.ts';
import { type Packed, pack } from './pack.ts';
import { publishedPackages } from './published.ts';
import { mustRun } from './run.ts';
import { tryPackages } from './try-packages.ts';

const bin = (name: string) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));
const published = publishedPackages();
let folder = '';
let packed: readonly Packed[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-packed-'));
  packed = await pack(folder);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const tarballOf = (name: string) => packed.find(({ manifest }) => manifest.name === name)?.tarball ?? '';

describe.each(published.map(({ manifest }) => [manifest.name, manifest] as const))('%s', (name, manifest) => {
  test('says what its users have to know', () => {
    expect(manifest).toMatchObject({
      license: 'Apache-2.0',
      description: expect.stringMatching(/^[A-Z].{20,}/),
      engines: { node: expect.stringMatching(/^>=2[02]/) },
      publishConfig: { access: 'public', provenance: true },
    });
  });

  test('is as publint wants it', async () => {
    const output = await mustRun(bin('publint'), ['run', tarballOf(name), '--strict'], { cwd: folder });
    expect(output).toContain('All good!');
  });

  // The contract is YAML and JSON: nothing in it has types.
  test.runIf(manifest.files?.includes('dist'))('has types that resolve, says attw', async () => {
    const data = Object.keys(manifest.publishConfig?.exports ?? {}).filter((entry) => entry.includes('*'));
    const without = data.length > 0 ? ['--exclude-entrypoints', ...data] : [];
    await mustRun(bin('attw'), ['--profile', 'esm-only', tarballOf(name), ...without], { cwd: folder });
  });

  test('holds no test and no TypeScript that is to be run', async () => {
    const files = (await mustRun('tar', ['-tzf', tarballOf(name)], { cwd: folder })).split('\n');
    // What helps to test us is not for others, unless it is offered to them.
    const isOffered = './testing' in (manifest.publishConfig?.exports ?? {});
    const unwanted = isOffered ? /\.test\.|(?<!\.d)\.[cm]?ts$/ : /\.test\.|\/testing\/|(?<!\.d)\.[cm]?ts$/;
    expect(files.filter((file) => unwanted.test(file))).toEqual([]);
  });
});

test('all of them, installed with npm, can be imported and run', async () => {
  const cwd = join(folder, 'stranger');
  await mkdir(cwd);
  // PostgreSQL's binaries are large, and not what is tried here; the matrix has them.
  await install('npm', packed, { cwd }, ['--omit=optional']);
  const trials = await tryPackages(packed, { cwd });
  expect(trials.filter(({ fault }) => fault !== undefined)).toEqual([]);
  expect(trials.length).toBeGreaterThan(2 * published.length);
}, 300_000);
