import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAlive } from '@cascade/embedded-postgres/testing';

export const workingTree = fileURLToPath(new URL('../../../../', import.meta.url));

/** The working tree once more, with all that is not committed, in a folder of its own. */
export interface TreeCopy {
  readonly folder: string;
  /** Returns what git says if the patch does not apply. */
  apply(patch: string): string | undefined;
  /** @throws what git says. */
  takeBack(patch: string): void;
  remove(): void;
}

/**
 * Faults are put into a copy and never into the working tree: nothing has to be put back, whatever kills this
 * process. The links from workspace to workspace are relative, so they lead to the copies; only the libraries
 * in `node_modules/.pnpm` are shared. A git worktree would be without what is not committed, and without the
 * links.
 */
export function copyTree(): TreeCopy {
  removeThoseOfTheDead();
  const folder = mkdtempSync(join(tmpdir(), `cascade-known-${process.pid}-`));
  const remove = () => {
    process.off('exit', remove);
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', remove);
  const files = trackedFiles();
  for (const file of files) copy(file, folder);
  symlinkSync(join(workingTree, 'node_modules'), join(folder, 'node_modules'));
  for (const workspace of files.filter((file) => file.endsWith('/package.json')).map(dirname))
    linkLibraries(join(workspace, 'node_modules'), folder);
  return {
    folder,
    remove,
    apply: (patch) => apply(folder, [patch]),
    takeBack(patch) {
      const refusal = apply(folder, ['--reverse', patch]);
      if (refusal !== undefined) throw new Error(refusal);
    },
  };
}

/** And those that are not tracked yet. */
function trackedFiles(): readonly string[] {
  const arguments_ = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', arguments_, { cwd: workingTree, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return listed.split('\0').filter((file) => file !== '');
}

function copy(file: string, folder: string): void {
  const from = join(workingTree, file);
  // Deleted, and not committed yet.
  if (!existsSync(from)) return;
  cpSync(from, join(folder, file), { recursive: true, verbatimSymlinks: true });
}

/** What tests keep there, such as a cluster with the tables, is shared. */
function linkLibraries(libraries: string, folder: string): void {
  if (!existsSync(join(workingTree, libraries))) return;
  mkdirSync(join(folder, libraries));
  for (const name of readdirSync(join(workingTree, libraries)))
    if (name === '.cache') symlinkSync(join(workingTree, libraries, name), join(folder, libraries, name));
    else copy(join(libraries, name), folder);
}

function apply(folder: string, what: readonly string[]): string | undefined {
  try {
    // In no repository: else git would look for the files from the root of that one.
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) };
    execFileSync('git', ['apply', '--recount', ...what], {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return undefined;
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
  }
}

/** What a `kill -9` left behind. */
function removeThoseOfTheDead(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^cascade-known-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
