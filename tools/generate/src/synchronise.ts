import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GeneratedFile } from './generated-file.ts';

/** Brings the disk in line with what was generated; with `check` only tells what is out of line. */
export const synchronise = {
  /** Writes the files that differ; returns their paths. */
  files(root: string, files: readonly GeneratedFile[], check: boolean): string[] {
    const stale = files.filter(({ path, text }) => !isCurrent(join(root, path), text));
    if (!check) for (const file of stale) write(join(root, file.path), file.text);
    return stale.map(({ path }) => path);
  },

  /** Removes from `folders` what is not among `made`; returns the paths. */
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

function list(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
