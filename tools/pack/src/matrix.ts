import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, type Manager, managers } from './install.ts';
import { type Packed, pack } from './pack.ts';
import { mustRun } from './run.ts';
import type { Trial } from './trial.ts';
import { tryPackages } from './try-packages.ts';

/** The versions of Node that the published packages promise to run on. */
export const nodes: readonly string[] = ['22', '24', '26'];

/** One cell: a version of Node, a package manager, and its trials. */
export interface Cell {
  readonly node: string;
  readonly manager: Manager;
  readonly trials: readonly Trial[];
}

/** Packs everything once; installs it with each package manager and tries it, under each Node. */
export async function runMatrix(versions: readonly string[], tell: (cell: Cell) => void): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-matrix-'));
  try {
    const packed = await pack(await inside(folder, 'tarballs'));
    let isFine = true;
    for (const version of versions) {
      const path = await nodeFolder(version, folder);
      for (const manager of managers) {
        const cell = await tryCell({ version, manager, path, packed, folder });
        tell(cell);
        isFine &&= cell.trials.every(({ fault }) => fault === undefined);
      }
    }
    return isFine;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface CellSetup {
  readonly version: string;
  readonly manager: Manager;
  readonly path: string;
  readonly packed: readonly Packed[];
  readonly folder: string;
}

async function tryCell({ version, manager, path, packed, folder }: CellSetup): Promise<Cell> {
  const place = { cwd: await inside(folder, `${manager}-${version}`), path };
  const node = (await mustRun('node', ['--version'], place)).trim();
  try {
    await install(manager, packed, place);
    return { node, manager, trials: await tryPackages(packed, place) };
  } catch (error) {
    return { node, manager, trials: [{ says: 'install', fault: String(error) }] };
  }
}

/** Gets a version of Node from the npm package `node`; returns the folder to put first in PATH. */
async function nodeFolder(version: string, folder: string): Promise<string> {
  const cwd = await inside(folder, `node-${version}`);
  await mustRun('npm', ['install', '--no-audit', '--no-fund', '--prefix', cwd, `node@${version}`], { cwd });
  return join(cwd, 'node_modules/.bin');
}

async function inside(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  return path;
}
