import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pnpm } from './pnpm.ts';
import { type PublishedPackage, publishedPackages, repositoryRoot } from './published.ts';

/** A published package and the file that would be uploaded. */
export interface Packed extends PublishedPackage {
  readonly tarball: string;
}

/** Where the build of this package puts the tarballs, for the tests that share them. */
export const tarballFolder = join(repositoryRoot, 'tools/pack/dist');

/** Packs every published package into a folder, as it would be published; builds what is not built, clears old tarballs. */
export async function pack(folder: string): Promise<readonly Packed[]> {
  const packages = publishedPackages();
  const filters = packages.map(({ manifest }) => `--filter=${manifest.name}`);
  const each = (...args: readonly string[]) =>
    pnpm(['--recursive', ...filters, ...args], { cwd: repositoryRoot });
  const isBuilt = ({ folder, manifest }: PublishedPackage) =>
    manifest.files?.includes('dist') !== true || existsSync(join(repositoryRoot, folder, 'dist'));
  if (!packages.every(isBuilt)) await each('run', '--if-present', 'build');
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (name.endsWith('.tgz')) await rm(join(folder, name));
  await each('pack', '--pack-destination', folder);
  return packedIn(folder);
}

/**
 * Every published package with its tarball in a folder.
 * @throws {Error} when one of them was not packed there.
 */
export function packedIn(folder: string): readonly Packed[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return publishedPackages().map((one) => ({ ...one, tarball: join(folder, tarballOf(one, files)) }));
}

function tarballOf({ manifest }: PublishedPackage, files: readonly string[]): string {
  const name = `${manifest.name.slice(1).replace('/', '-')}-${manifest.version}.tgz`;
  if (files.includes(name)) return name;
  throw new Error(`${name} is not packed. Run: npx pnpm --filter @cascade/pack... run --if-present build`);
}
