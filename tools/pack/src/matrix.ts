import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment, Room } from './environments/environment.ts';
import { callersPackages } from './environments/program.ts';
import { install } from './install.ts';
import { type Packed, pack } from './pack.ts';
import { mustRun, type Trial, trial } from './run.ts';

/** What came of one environment: its trials, or why it was skipped. */
export interface Cell {
  readonly environment: Environment;
  readonly trials: readonly Trial[];
  readonly skipped?: string;
}

/** Packs everything once, and tries it in each environment. */
export async function runMatrix(
  environments: readonly Environment[],
  tell: (cell: Cell) => void,
): Promise<readonly Cell[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-matrix-'));
  try {
    const room = await furnish(folder, await pack(await inside(folder, 'tarballs')));
    const cells: Cell[] = [];
    for (const environment of environments) {
      const cell = await tryEnvironment(environment, room);
      cells.push(cell);
      tell(cell);
    }
    return cells;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Installs what all environments share: the callers' packages, and the types of Node for the compilers. */
async function furnish(folder: string, packed: readonly Packed[]): Promise<Room> {
  const callers = await inside(folder, 'callers');
  const asked = packed.filter(({ manifest }) => callersPackages.includes(manifest.name));
  await install('npm', asked, { cwd: callers });
  await mustRun('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '@types/node@22'], {
    cwd: callers,
  });
  return { folder, packed, callers };
}

async function tryEnvironment(environment: Environment, room: Room): Promise<Cell> {
  let enter: Awaited<ReturnType<Environment['open']>>;
  try {
    enter = await environment.open(room);
  } catch (error) {
    return { environment, trials: [], skipped: messageOf(error) };
  }
  try {
    return { environment, trials: await enter() };
  } catch (error) {
    return { environment, trials: [trial('install and try', messageOf(error))] };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function inside(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  return path;
}
