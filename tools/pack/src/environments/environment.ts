import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Packed } from '../pack.ts';
import type { Trial } from '../run.ts';
import { mustRun } from '../run.ts';

/** Where environments are tried. */
export interface Room {
  /** Empty at first, removed at the end. */
  readonly folder: string;
  readonly packed: readonly Packed[];
  /** A folder in which npm has installed the callers' packages; environments work in folders below it. */
  readonly callers: string;
}

/** A runtime, bundler or compiler that the published packages promise to work with. */
export interface Environment {
  readonly name: string;
  readonly version: string;
  /** How the packages are loaded in it. */
  readonly how: string;
  readonly packages: 'all' | 'callers';
  /** Rejects if the environment itself cannot be installed. */
  open(room: Room): Promise<() => Promise<readonly Trial[]>>;
}

/** A new folder from which the callers' packages are found. */
export function enter({ callers }: Room, name: string): Promise<string> {
  return makeFolder(callers, name);
}

/** A new folder from which nothing is found. */
export function enterApart({ folder }: Room, name: string): Promise<string> {
  return makeFolder(folder, name);
}

async function makeFolder(base: string, name: string): Promise<string> {
  const folder = join(base, name);
  await mkdir(folder, { recursive: true });
  return folder;
}

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
