import { readFile } from 'node:fs/promises';
import type { WholeScore } from './to-table.ts';

export const scoreFile = new URL('../results/score.json', import.meta.url);

/** The score as it was taken last. */
export async function readScore(): Promise<WholeScore> {
  return JSON.parse(await readFile(scoreFile, 'utf8'));
}
