import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mustRun } from './run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const packages = ['types', 'validator', 'client', 'webhooks'];

/** Packs what is published, as it would be published; gives the tarballs, by package. */
export async function pack(folder: string): Promise<Readonly<Record<string, string>>> {
  const { packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const filters = packages.map((name) => `--filter=@cascade/${name}`);
  const pnpm = (...args: readonly string[]) =>
    mustRun('npx', ['-y', packageManager, '--recursive', ...filters, ...args], root);
  // Built already when turbo runs the tests; if not, it is done here, once.
  if (packages.some((name) => !existsSync(join(root, 'packages', name, 'dist')))) await pnpm('run', 'build');
  await pnpm('pack', '--pack-destination', folder);
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  const nameOf = (tarball: string) =>
    `@cascade/${packages.find((name) => tarball.startsWith(`cascade-${name}-`))}`;
  return Object.fromEntries(tarballs.map((tarball) => [nameOf(tarball), join(folder, tarball)]));
}
