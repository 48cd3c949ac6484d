import { readFile, writeFile } from 'node:fs/promises';
import { splitAtMarks } from './marked-part.ts';
import type { Deep } from './read-deep.ts';
import { toTable, type WholeScore } from './to-table.ts';

const readme = new URL('../README.md', import.meta.url);
const begin = '<!-- score: written by bench/score.ts -->\n';
const end = '<!-- /score -->\n';

/** Puts the figures into the README, between their marks. */
export async function writeTable(score: WholeScore, deep: Deep): Promise<void> {
  const [before, , after] = splitAtMarks(await readFile(readme, 'utf8'), { begin, end });
  await writeFile(readme, `${before}${begin}${toTable(score, deep)}${end}${after}`);
}

/** The figures as the README has them. */
export async function readTable(): Promise<string> {
  return splitAtMarks(await readFile(readme, 'utf8'), { begin, end })[1];
}
