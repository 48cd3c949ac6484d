import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Room } from './environment.ts';

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
