import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { install } from './install.ts';
import { packedIn, tarballFolder } from './pack.ts';
import { publishedPackages } from './published.ts';
import { mustRun } from './run.ts';
import { tryPackages } from './try-packages.ts';

const bin = (name: string) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));
const published = publishedPackages();
const packed = packedIn(tarballFolder);

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
    const output = await mustRun(bin('publint'), ['run', tarballOf(name), '--strict'], {
      cwd: tarballFolder,
    });
    expect(output).toContain('All good!');
  });

  // The contract is YAML and JSON: nothing in it has types.
  test.runIf(manifest.files?.includes('dist'))('has types that resolve, says attw', async () => {
    const data = Object.keys(manifest.publishConfig?.exports ?? {}).filter((entry) => entry.includes('*'));
    const without = data.length > 0 ? ['--exclude-entrypoints', ...data] : [];
    await mustRun(bin('attw'), ['--profile', 'esm-only', tarballOf(name), ...without], {
      cwd: tarballFolder,
    });
  });

  test('holds no test and no TypeScript that is to be run', async () => {
    const files = (await mustRun('tar', ['-tzf', tarballOf(name)], { cwd: tarballFolder })).split('\n');
    // What helps to test us is not for others, unless it is offered to them.
    const isOffered = './testing' in (manifest.publishConfig?.exports ?? {});
    const unwanted = isOffered ? /\.test\.|(?<!\.d)\.[cm]?ts$/ : /\.test\.|\/testing\/|(?<!\.d)\.[cm]?ts$/;
    expect(files.filter((file) => unwanted.test(file))).toEqual([]);
  });
});

// pnpm lets a package see nothing that it does not ask for, and takes the files from the store that it has filled
// for this repository. With npm all of it takes ten times as long; the matrix does that.
test('all of them, installed together, can be imported and run', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'cascade-packed-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  // PostgreSQL's binaries are large, and not what is tried here; the matrix has them.
  await install('pnpm', packed, { cwd }, ['--no-optional']);
  const trials = await tryPackages(packed, { cwd });
  expect(trials.filter(({ fault }) => fault !== undefined)).toEqual([]);
  expect(trials.length).toBeGreaterThan(2 * published.length);
}, 300_000);
