import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { GeneratedFile } from './generated-file.ts';

/** Writes generated files to the disk; with `check` it only compares. */
export const synchronise = {
  /** Writes the files that differ; returns their paths. */
  files(root: string, files: readonly GeneratedFile[], check: boolean): string[] {
    const stale = files.filter(({ path, text }) => !isCurrent(join(root, path), text));
    if (!check) for (const file of stale) write(join(root, file.path), file.text);
    return stale.map(({ path }) => path);
  },

  /** Removes files from `folders` that are not in `made`; returns their paths. */
  leftovers(root: string, folders: readonly string[], made: ReadonlySet<string>, check: boolean): string[] {
    const found = folders.flatMap((folder) => list(join(root, folder)).map((name) => `${folder}/${name}`));
    const left = found.filter((path) => !made.has(path));
    if (!check) for (const path of left) rmSync(join(root, path));
    return left;
  },
};

function isCurrent(path: string, text: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8') === text;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The files below a folder, as paths from it. Python leaves compiled modules beside those that it runs. */
function list(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\b__pycache__$/.test(entry.parentPath))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
