import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mustRun } from '../run.ts';
import type { Room } from './environment.ts';

/** Installs a program from the registry, once for a room; resolves with the folder to put first in PATH. */
export async function fromRegistry(archive: string, { folder }: Room): Promise<string> {
  const cwd = join(folder, archive.replace('@', '-'));
  const bin = join(cwd, 'node_modules/.bin');
  if (existsSync(bin)) return bin;
  await mkdir(cwd, { recursive: true });
  await mustRun('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', cwd, archive], {
    cwd,
  });
  return bin;
}
