import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallPlace, Packed } from './pack.ts';
import { mustRun, type PackTrial, trial } from './run.ts';

/** Where environments are tried. */
export interface TrialRoom {
  /** Empty at first, removed at the end. */
  readonly folder: string;
  readonly packed: readonly Packed[];
  /** A folder in which npm has installed the callers' packages. */
  readonly callers: string;
}

/** A runtime, bundler or compiler that the published packages promise to work with. */
export interface Environment {
  readonly name: string;
  readonly version: string;
  /** How the packages are loaded in it. */
  readonly how: string;
  /** Those of callers are found from the folder in which it is tried; of others none is. */
  readonly packages: 'all' | 'callers' | 'each alone' | 'of examples' | 'webhooks';
  /** Its package in the registry, or why it cannot be had from there. */
  readonly archive?: string | undefined;
  readonly absent?: string | undefined;
  tryIn(site: Site): Promise<readonly PackTrial[]>;
}

interface Site extends InstallPlace, Pick<TrialRoom, 'packed' | 'callers'> {}

/** Its line in the table: no two environments have the same. */
export function titleOf({ name, version, how }: Pick<Environment, 'name' | 'version' | 'how'>): string {
  return `${name} ${version}, ${how}`;
}

/** Tries the packages in an environment, or says why it cannot. */
export async function tryEnvironment(
  environment: Environment,
  room: TrialRoom,
): Promise<{ readonly trials: readonly PackTrial[]; readonly skipped?: string }> {
  const { absent, archive, packages, tryIn } = environment;
  if (absent !== undefined) return { trials: [], skipped: absent };
  try {
    const path = archive === undefined ? undefined : await fromRegistry(archive, room);
    const base = packages === 'callers' ? room.callers : room.folder;
    const cwd = join(base, titleOf(environment).replaceAll(/\W+/g, '-'));
    await mkdir(cwd, { recursive: true });
    const place = { packed: room.packed, callers: room.callers, cwd, ...(path !== undefined && { path }) };
    return await tryIn(place)
      .then((trials) => ({ trials }))
      .catch((error) => ({ trials: [trial('install and try', messageOf(error))] }));
  } catch (error) {
    return { trials: [], skipped: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Installs a program from the registry, once for a room; resolves with the folder to put first in PATH. */
async function fromRegistry(archive: string, { folder }: TrialRoom): Promise<string> {
  const cwd = join(folder, archive.replace('@', '-'));
  const bin = join(cwd, 'node_modules/.bin');
  if (existsSync(bin)) return bin;
  await mkdir(cwd, { recursive: true });
  const options = ['--no-audit', '--no-fund', '--prefer-offline', '--prefix', cwd];
  await mustRun('npm', ['install', ...options, archive], { cwd });
  return bin;
}
