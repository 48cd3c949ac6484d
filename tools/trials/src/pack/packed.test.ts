import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Problem } from '@arethetypeswrong/core';
import { releaseFiles } from '@cascade/contract/bundle';
import { keepProofs } from '@cascade/repository/test-kit/proofs';
import { publint } from 'publint';
import { describe, expect, onTestFinished, test } from 'vitest';
import { shownLine } from './managers.ts';
import { install, type Packed, packedIn, tarballFolder, withNeeded } from './pack.ts';
import { callersPackages } from './program.ts';
import { publishedPackages, repositoryRoot } from './published.ts';
import { mustRun } from './run.ts';
import { tryPackages } from './try-packages.ts';
import { oursAmong } from './watched-registry.ts';

/** By its file: Vitest sets the condition `development`, by which its name means its sources. */
const { checkPackage, createPackageFromTarballData }: typeof import('@arethetypeswrong/core') = await import(
  new URL(
    'dist/index.js',
    pathToFileURL(createRequire(import.meta.url).resolve('@arethetypeswrong/core/package.json')),
  ).href
);

const published = publishedPackages();
const packed = packedIn(tarballFolder);

const tarballOf = (name: string) => packed.find(({ manifest }) => manifest.name === name)?.tarball ?? '';
/**
 * `require` returns our ES modules from Node 22.12 on, with declarations of their own: not what attw takes
 * them for. The resolution of TypeScript before `node16` knows no `exports`.
 */
const isExpected = (problem: Problem) =>
  problem.kind === 'FalseCJS' ||
  problem.kind === 'CJSResolvesToESM' ||
  ('resolutionKind' in problem && problem.resolutionKind === 'node10');
const contents = (all: readonly Packed[]) => all.map(({ tarball }) => readFileSync(tarball));
const proofs = keepProofs({
  folder: fileURLToPath(new URL('../../node_modules/.cache/proofs', import.meta.url)),
  by: globSync(fileURLToPath(new URL('*.ts', import.meta.url))).toSorted(),
});

describe.each(published.map((one) => [one.manifest.name, one] as const))(
  '%s',
  (name, { manifest, folder }) => {
    test('has licence, description, engines and provenance', () => {
      expect(manifest).toMatchObject({
        license: 'Apache-2.0',
        description: expect.stringMatching(/^[A-Z].{20,}/),
        engines: { node: expect.stringMatching(/^>=2[02]/) },
        publishConfig: { access: 'public', provenance: true },
      });
    });

    const once = (title: string, work: () => Promise<void>) =>
      proofs.once(`${name} ${title}`, [readFileSync(tarballOf(name))], work);

    test('passes publint', () =>
      once('publint', async () => {
        const { buffer } = new Uint8Array(readFileSync(tarballOf(name)));
        expect((await publint({ pack: { tarball: buffer }, strict: true })).messages).toEqual([]);
      }));

    // The contract is YAML and JSON: nothing in it has types.
    test.runIf(manifest.files?.includes('dist'))('has types that resolve (attw)', () =>
      once('attw', async () => {
        const data = Object.keys(manifest.publishConfig?.exports ?? {}).filter((entry) =>
          entry.includes('*'),
        );
        const checked = await checkPackage(createPackageFromTarballData(readFileSync(tarballOf(name))), {
          excludeEntrypoints: data,
        });
        expect(checked.types).not.toBe(false);
        const problems = 'problems' in checked ? checked.problems : [];
        expect(problems.filter((each) => !isExpected(each))).toEqual([]);
      }),
    );

    test('needs no package of ours beside it', () => {
      const unpacked = createPackageFromTarballData(readFileSync(tarballOf(name)));
      const root = `/node_modules/${name}`;
      const {
        dependencies = {},
        optionalDependencies = {},
        peerDependencies = {},
      } = JSON.parse(unpacked.readFile(`${root}/package.json`));
      const needed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
      expect(oursAmong(needed)).toEqual([]);
      const code = unpacked.listFiles().filter((path) => /\.(?:js|d\.ts)$/.test(path));
      const importing = /^(?:import|export|\})[^'"\n]*['"]@cascade\/|\bimport\(['"]@cascade\//m;
      expect(code.filter((path) => importing.test(unpacked.readFile(path)))).toEqual([]);
    });

    test('is installed by the line of its README', () => {
      const page = readFileSync(join(repositoryRoot, folder, 'README.md'), 'utf8');
      const isRun = page.includes(
        `npx --yes --package /tmp/cascade/cascade-${name.slice('@cascade/'.length)}-*.tgz`,
      );
      expect(isRun || page.includes(`\n${shownLine(name)} `)).toBe(true);
    });

    test('contains no tests and no TypeScript sources', async () => {
      const files = (await mustRun('tar', ['-tzf', tarballOf(name)], { cwd: tarballFolder })).split('\n');
      // Test helpers are packed only if the package exports them.
      const isOffered = './testing' in (manifest.publishConfig?.exports ?? {});
      const unwanted = isOffered ? /\.test\.|(?<!\.d)\.[cm]?ts$/ : /\.test\.|\/testing\/|(?<!\.d)\.[cm]?ts$/;
      expect(files.filter((file) => unwanted.test(file))).toEqual([]);
    });
  },
);

test.each(callersPackages)('in %s no declaration needs TypeScript 5.7', (name) => {
  const unpacked = createPackageFromTarballData(readFileSync(tarballOf(name)));
  const declarations = unpacked.listFiles().filter((path) => path.endsWith('.d.ts'));
  expect(declarations).not.toEqual([]);
  expect(declarations.filter((path) => /\bUint8Array</.test(unpacked.readFile(path)))).toEqual([]);
});

test('the contract has the files that are made when it is packed', async () => {
  const files = await mustRun('tar', ['-tzf', tarballOf('@cascade/spec')], { cwd: tarballFolder });
  const made = releaseFiles().map(({ path }) => path.replace(/^spec/, 'package'));
  expect(files.split('\n')).toEqual(expect.arrayContaining(made));
});

// pnpm hides undeclared packages, and takes the files from the store that it filled for this repository. npm
// takes ten times as long; the matrix covers it.
test('those that have changed, and what they need, can be imported and run where they are installed together', async () => {
  const tried = (one: Packed) => [`${one.manifest.name} tried`, contents(withNeeded([one], packed))] as const;
  const changed = packed.filter((one) => !proofs.has(...tried(one)));
  if (changed.length === 0) return;
  const installed = withNeeded(changed, packed);
  const cwd = await mkdtemp(join(tmpdir(), 'cascade-packed-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  // Without PostgreSQL's binaries, which are large; the matrix includes them.
  await install('pnpm', installed, { cwd }, ['--no-optional']);
  const trials = await tryPackages(installed, { cwd });
  expect(trials.filter(({ fault }) => fault !== undefined)).toEqual([]);
  expect(trials.length).toBeGreaterThanOrEqual(2 * installed.length);
  const hasVerifier = installed.some(({ manifest }) => manifest.name === '@cascade/verifier');
  expect(trials.some(({ says }) => says === 'cascade-verify judges cascade-mock')).toBe(hasVerifier);
  for (const one of changed) proofs.keep(...tried(one));
}, 300_000);
