import { readFile, writeFile } from 'node:fs/promises';
import { recipesFile } from './recipes.ts';

const resultsFile = new URL('../../results/readers.json', import.meta.url);

/** What a program found. */
export interface Reading {
  readonly name: string;
  readonly version: string;
  readonly reads: string;
  readonly verdict: 'accepted' | 'refused';
  readonly says: string;
}

export interface Results {
  /** Of the recipes that were read. */
  readonly digest: string;
  readonly readings: readonly Reading[];
}

const begin = '<!-- readers: written by `npm run readers -- --write` -->\n';
const end = '<!-- /readers -->\n';

export async function readResults(): Promise<Results> {
  return JSON.parse(await readFile(resultsFile, 'utf8'));
}

/** The results as Markdown. */
export function toTable({ readings }: Results): string {
  const rows = readings.map(
    ({ name, version, reads, verdict, says }) => `| ${name} ${version} | ${reads} | ${verdict}: ${says} |`,
  );
  return `\n| program | reads | verdict |\n|---|---|---|\n${rows.join('\n')}\n\n`;
}

/** The table as the page has it. */
export async function readTable(): Promise<string> {
  return split(await readFile(recipesFile, 'utf8'))[1];
}

export async function writeResults(results: Results): Promise<void> {
  await writeFile(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`);
  const [before, , after] = split(await readFile(recipesFile, 'utf8'));
  await writeFile(recipesFile, `${before}${begin}${toTable(results)}${end}${after}`);
}

function split(page: string): readonly [before: string, table: string, after: string] {
  const [before, rest] = page.split(begin);
  const [table, after] = rest?.split(end) ?? [];
  if (before === undefined || table === undefined || after === undefined)
    throw new Error('CI.md has no marks for the readers');
  return [before, table, after];
}
