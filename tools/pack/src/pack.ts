import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pnpm } from './pnpm.ts';
import { type PublishedPackage, publishedPackages, repositoryRoot } from './published.ts';

/** A published package and the file that would be uploaded. */
export interface Packed extends PublishedPackage {
  readonly tarball: string;
}

/** Packs every published package into a folder, as it would be published; builds what is not built. */
export async function pack(folder: string): Promise<readonly Packed[]> {
  const packages = publishedPackages();
  const filters = packages.map(({ manifest }) => `--filter=${manifest.name}`);
  const each = (...args: readonly string[]) =>
    pnpm(['--recursive', ...filters, ...args], { cwd: repositoryRoot });
  const isBuilt = ({ folder, manifest }: PublishedPackage) =>
    manifest.files?.includes('dist') !== true || existsSync(join(repositoryRoot, folder, 'dist'));
  if (!packages.every(isBuilt)) await each('run', '--if-present', 'build');
  await each('pack', '--pack-destination', folder);
  const files = await readdir(folder);
  return packages.map((one) => ({ ...one, tarball: join(folder, tarballOf(one, files)) }));
}

function tarballOf({ manifest }: PublishedPackage, files: readonly string[]): string {
  const name = `${manifest.name.slice(1).replace('/', '-')}-${manifest.version}.tgz`;
  if (!files.includes(name)) throw new Error(`${manifest.name} was not packed as ${name}.`);
  return name;
}
