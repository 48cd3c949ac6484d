import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Packed } from './pack.ts';
import { mustRun, pnpm } from './run.ts';

/** The package managers under test. */
export const managers = ['npm', 'pnpm'] as const;
export type Manager = (typeof managers)[number];

/** Where packages are tried: an empty folder, and the Node that is first in its PATH. */
export interface Place {
  readonly cwd: string;
  readonly path?: string;
}

/** Installs all packed packages together in an empty folder, as a stranger would. */
export async function install(
  manager: Manager,
  packed: readonly Packed[],
  place: Place,
  options: readonly string[] = [],
): Promise<void> {
  const files = Object.fromEntries(packed.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]));
  const manifest = { name: 'stranger', version: '1.0.0', private: true, type: 'module', dependencies: files };
  await writeFile(join(place.cwd, 'package.json'), JSON.stringify(manifest));
  if (manager === 'npm') {
    await mustRun('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...options], place);
    return;
  }
  // The packages require each other by a version that is not published yet. pnpm asks about every build script.
  const settings = { overrides: files, strictDepBuilds: false };
  await writeFile(join(place.cwd, 'pnpm-workspace.yaml'), stringify(settings));
  await pnpm(['install', '--prefer-offline', '--reporter=append-only', ...options], place);
}
