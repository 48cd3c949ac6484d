import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outputOf } from '@cascade/repository/test-kit';
import { sum } from '../../harness/statistics.ts';

/** Installs tarballs into an empty folder. @throws {Error} with what npm says. */
export async function installTarballs(folder: string, dependencies: Readonly<Record<string, string>>) {
  await mkdir(folder, { recursive: true });
  const manifest = { name: 'cost', version: '1.0.0', private: true, dependencies };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  const options = ['install', '--no-audit', '--no-fund', '--prefer-offline'];
  await outputOf('npm', options, { cwd: folder });
  return closureOf(join(folder, 'node_modules'));
}

/**
 * The tarballs of a folder that some packages need, or all, by package: each that is not published yet must
 * be named, since its version is not in the registry.
 */
export async function tarballsFor(
  names: readonly string[] | 'all',
  folder: string,
): Promise<Record<string, string>> {
  const files = (await readdir(folder))
    .filter((file) => file.endsWith('.tgz'))
    .map((file) => join(folder, file));
  const tarballs = await Promise.all(files.map(async (file) => ({ ...(await manifestIn(file)), file })));
  const byName = new Map(tarballs.map((tarball) => [tarball.name, tarball]));
  const found = new Map<string, string>();
  const take = (wanted: string): void => {
    if (found.has(wanted)) return;
    const tarball = byName.get(wanted);
    if (tarball === undefined)
      throw new Error(`expected a tarball of ${wanted} in ${folder}, found none. Run: npm run tarballs`);
    found.set(wanted, `file:${tarball.file}`);
    for (const next of Object.keys(tarball.dependencies ?? {})) if (next.startsWith('@cascade/')) take(next);
  };
  for (const name of names === 'all' ? byName.keys() : names) take(name);
  return Object.fromEntries(found);
}

async function manifestIn(tarball: string): Promise<{ name: string; dependencies?: Record<string, string> }> {
  return JSON.parse(await outputOf('tar', ['-xOzf', tarball, 'package/package.json']));
}

/** Counts a `node_modules`, packages inside of packages, too: with the MiB of all and of the five largest. */
export async function closureOf(modules: string) {
  const lock = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8'));
  const paths = Object.keys(lock.packages);
  const sizes = await Promise.all(paths.map((path) => bytesIn(join(modules, '..', path))));
  const bySize = paths
    .map((path, index) => [path.replace('node_modules/', ''), mebibytes(sizes[index] ?? 0)] as const)
    .toSorted(([, one], [, other]) => other - one);
  return {
    packages: paths.length,
    mebibytes: mebibytes(await bytesIn(modules, true)),
    largest: Object.fromEntries(bySize.slice(0, 5)),
  };
}

/** The sum of the file sizes in a folder; those of packages inside count as packages of their own. */
async function bytesIn(folder: string, withModules = false): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sizes = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return entry.name === 'node_modules' && !withModules ? 0 : bytesIn(path, withModules);
    return entry.isFile() ? (await lstat(path)).size : 0;
  });
  return sum(await Promise.all(sizes));
}

function mebibytes(bytes: number): number {
  return Math.round((bytes / 2 ** 20) * 10) / 10;
}
