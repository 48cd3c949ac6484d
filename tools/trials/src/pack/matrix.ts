import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, type TrialRoom, tryEnvironment } from './environment.ts';
import { install, type Packed, pack } from './pack.ts';
import { callersPackages } from './program.ts';
import { mustRun, type PackTrial } from './run.ts';

/** What came of one environment: its trials, or why it was skipped. */
export interface Cell {
  readonly environment: Environment;
  readonly trials: readonly PackTrial[];
  readonly skipped?: string;
}

/** Packs everything once, and tries it in each environment. */
export async function runMatrix(
  environments: readonly Environment[],
  tell: (cell: Cell) => void,
): Promise<readonly Cell[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'cascade-matrix-'));
  const room = await furnish(folder.path, await pack(await inside(folder.path, 'tarballs')));
  const cells: Cell[] = [];
  for (const environment of environments) {
    const cell = { environment, ...(await tryEnvironment(environment, room)) };
    cells.push(cell);
    tell(cell);
  }
  return cells;
}

/** Installs what all environments share: the callers' packages, and the types of Node for the compilers. */
async function furnish(folder: string, packed: readonly Packed[]): Promise<TrialRoom> {
  const callers = await inside(folder, 'callers');
  const asked = packed.filter(({ manifest }) => callersPackages.includes(manifest.name));
  await install('npm', asked, { cwd: callers });
  await mustRun('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '@types/node@22'], {
    cwd: callers,
  });
  return { folder, packed, callers };
}

async function inside(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  return path;
}
