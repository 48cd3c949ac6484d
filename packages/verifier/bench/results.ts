import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { partOfPage } from '@cascade/repository/test-kit/recorded';

/** Where a result was taken. */
export const machine = { node: process.version, processors: cpus().length };

type Name =
  | 'score'
  | 'fast'
  | 'deep'
  | 'verdicts'
  | 'reports'
  | 'source-mutation'
  | 'history-check'
  | 'history-faults';

const fileOf = (name: Name) => new URL(`../results/${name}.json`, import.meta.url);

/** A result as it was taken last. */
export async function readResult<Result>(name: Name): Promise<Result> {
  return JSON.parse(await readFile(fileOf(name), 'utf8'));
}

export async function writeResult(name: Name, result: object): Promise<void> {
  await writeFile(fileOf(name), `${JSON.stringify(result, undefined, 2)}\n`);
}

/** A part of the page on mutants that a command writes. */
export function partOfMutants(title: string, command: string) {
  return partOfPage(new URL('../mutants/README.md', import.meta.url), title, command);
}
