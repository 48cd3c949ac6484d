import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { partOfPage } from '@cascade/test-kit/recorded';

const verifier = new URL('../../../../packages/verifier/', import.meta.url);
const recipesFile = new URL('CI.md', verifier);
export const actionFile = fileURLToPath(new URL('action.yml', verifier));

/** The recipes for CI, as their page shows them. */
export type Recipes = Awaited<ReturnType<typeof readRecipes>>;

export async function readRecipes() {
  const page = await readFile(recipesFile, 'utf8');
  const action = await readFile(actionFile, 'utf8');
  const workflows = blocks(page, 'yaml').filter((text) => text.includes('runs-on:'));
  const gitlab = only(blocks(page, 'yaml').filter((text) => text.includes('artifacts:')));
  const jenkins = only(blocks(page, 'groovy'));
  const digest = createHash('sha256')
    .update(JSON.stringify([workflows, gitlab, jenkins, action]))
    .digest('hex');
  return {
    /** Workflows of GitHub Actions. */
    github: workflows.map((text) => (/^on:/m.test(text) ? text : `on: push\n${text}`)),
    gitlab,
    jenkins,
    /** Changes with every recipe and with the action. */
    digest: digest.slice(0, 16),
  };
}

function blocks(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, text = '']) => text,
  );
}

function only(texts: readonly string[]): string {
  const [text, ...more] = texts;
  if (text === undefined || more.length > 0)
    throw new Error(`CI.md: expected one recipe, found ${texts.length}`);
  return text;
}

const resultsFile = new URL('../../results/readers.json', import.meta.url);

/** What a program found. */
export interface Reading {
  readonly name: string;
  readonly version: string;
  readonly reads: string;
  readonly verdict: 'accepted' | 'refused';
  readonly says: string;
}

interface Results {
  /** Of the recipes that were read. */
  readonly digest: string;
  readonly readings: readonly Reading[];
}

const part = partOfPage(recipesFile, 'readers', '`npm run readers -- --write`');

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
export const readTable = part.read;

export async function writeResults(results: Results): Promise<void> {
  await writeFile(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`);
  part.write(toTable(results));
}
