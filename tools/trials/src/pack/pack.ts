import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { packedVersions } from './packed-versions.ts';
import { type PublishedPackage, publishedPackages, repositoryRoot } from './published.ts';
import { mustRun, pnpm } from './run.ts';

/** A published package and the file that would be uploaded. */
export interface Packed extends PublishedPackage {
  readonly tarball: string;
}

/** The build of this package puts the tarballs here, for all tests that install them. */
export const tarballFolder = join(repositoryRoot, 'tools/trials/dist');

/** Packs the published packages into a folder as for publishing; builds missing builds, removes old tarballs. */
export async function pack(folder: string): Promise<readonly Packed[]> {
  const packages = publishedPackages();
  const filters = packages.map(({ manifest }) => `--filter=${manifest.name}`);
  const each = (args: readonly string[], variables = {}) =>
    pnpm(['--recursive', ...filters, ...args], { cwd: repositoryRoot, variables });
  const isBuilt = ({ folder, manifest }: PublishedPackage) =>
    manifest.files?.includes('dist') !== true ||
    existsSync(join(repositoryRoot, folder, manifest.publishConfig?.directory ?? 'dist'));
  if (!packages.every(isBuilt)) await each(['run', '--if-present', 'build']);
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (name.endsWith('.tgz')) await rm(join(folder, name));
  const hooks = `--config.pnpmfile=${join(repositoryRoot, 'tools/trials/src/pack/pnpmfile.mjs')}`;
  const variables = { CASCADE_PACKED_VERSIONS: JSON.stringify(packedVersions()) };
  await each([hooks, 'pack', '--pack-destination', folder], variables);
  return packedIn(folder, packages);
}

/**
 * Every published package, or these, with its tarball in a folder.
 * @throws {Error} if a package has no tarball there.
 */
export function packedIn(folder: string, packages = publishedPackages()): readonly Packed[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const versions = packedVersions();
  return packages.map((one) => {
    const { name, version } = one.manifest;
    return { ...one, tarball: join(folder, tarballOf(name, versions[name] ?? version, files)) };
  });
}

function tarballOf(packageName: string, version: string, files: readonly string[]): string {
  const name = `${packageName.slice(1).replace('/', '-')}-${version}.tgz`;
  if (files.includes(name)) return name;
  throw new Error(`expected a tarball of ${name}, found none. Run: npx pnpm exec turbo run build`);
}

/** Needed to try a package, and no dependency of it: the verifier judges the mock. */
const neededToTry: Readonly<Record<string, readonly string[]>> = { '@cascade/verifier': ['@cascade/mock'] };

/** These packages and all that they need, in the order of `all`. */
export function withNeeded(some: readonly Packed[], all: readonly Packed[]): readonly Packed[] {
  const needed = new Set<string>();
  const add = ({ manifest: { name, dependencies = {} } }: Packed): void => {
    if (needed.has(name)) return;
    needed.add(name);
    const others = [...Object.keys(dependencies), ...(neededToTry[name] ?? [])];
    for (const one of all) if (others.includes(one.manifest.name)) add(one);
  };
  some.forEach(add);
  return all.filter(({ manifest }) => needed.has(manifest.name));
}

/** The package managers that install all packages together. */
export const installers = ['npm', 'pnpm'] as const;
type Installer = (typeof installers)[number];

/** Where packages are tried: an empty folder, and the Node that is first in its PATH. */
export interface InstallPlace {
  readonly cwd: string;
  readonly path?: string;
}

/** Installs all packed packages together in an empty folder, as a stranger would. */
export async function install(
  installer: Installer,
  packed: readonly Packed[],
  place: InstallPlace,
  options: readonly string[] = [],
): Promise<void> {
  await writeFile(join(place.cwd, 'package.json'), '{ "private": true, "type": "module" }');
  const files = packed.map(({ tarball }) => tarball);
  if (installer === 'npm') {
    await mustRun(
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefer-offline', ...options, ...files],
      place,
    );
    return;
  }
  const store = `--config.store-dir=${storeOfRepository()}`;
  const quiet = ['--ignore-scripts', '--prefer-offline', '--reporter=append-only', store];
  await pnpm(['add', ...quiet, ...options, ...files], place);
}

/**
 * The store from which this repository was installed. On a disk that it cannot link to, pnpm would make
 * another one, at the root of that disk, where it belongs to the first user who does.
 */
function storeOfRepository(): string {
  const modules: { readonly storeDir: string } = parse(
    readFileSync(join(repositoryRoot, 'node_modules/.modules.yaml'), 'utf8'),
  );
  return dirname(modules.storeDir);
}
