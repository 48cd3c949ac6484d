import { readFile, writeFile } from 'node:fs/promises';
import type { Deep } from './read-deep.ts';
import { toTable, type WholeScore } from './to-table.ts';

const readme = new URL('../README.md', import.meta.url);
const begin = '<!-- score: written by bench/score.ts -->\n';
const end = '<!-- /score -->\n';

/** Puts the figures into the README, between their marks. */
export async function writeTable(score: WholeScore, deep: Deep): Promise<void> {
  const [before, , after] = split(await readFile(readme, 'utf8'));
  await writeFile(readme, `${before}${begin}${toTable(score, deep)}${end}${after}`);
}

/** The figures as the README has them. */
export async function readTable(): Promise<string> {
  return split(await readFile(readme, 'utf8'))[1];
}

function split(text: string): readonly [before: string, table: string, after: string] {
  const [before, rest] = text.split(begin);
  const [table, after] = rest?.split(end) ?? [];
  if (before === undefined || table === undefined || after === undefined)
    throw new Error('the README has no marks for the score');
  return [before, table, after];
}
