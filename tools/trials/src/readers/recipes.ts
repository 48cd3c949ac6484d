import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const verifier = new URL('../../../../packages/verifier/', import.meta.url);
export const recipesFile = fileURLToPath(new URL('CI.md', verifier));
export const actionFile = fileURLToPath(new URL('action.yml', verifier));

/** The recipes for CI, as their page shows them. */
export interface Recipes {
  /** Workflows of GitHub Actions. */
  readonly github: readonly string[];
  readonly gitlab: string;
  readonly jenkins: string;
  /** Changes with every recipe and with the action. */
  readonly digest: string;
}

export async function readRecipes(): Promise<Recipes> {
  const page = await readFile(recipesFile, 'utf8');
  const action = await readFile(actionFile, 'utf8');
  const workflows = blocks(page, 'yaml').filter((text) => text.includes('runs-on:'));
  const gitlab = only(blocks(page, 'yaml').filter((text) => text.includes('artifacts:')));
  const jenkins = only(blocks(page, 'groovy'));
  const digest = createHash('sha256')
    .update(JSON.stringify([workflows, gitlab, jenkins, action]))
    .digest('hex');
  return {
    github: workflows.map((text) => (/^on:/m.test(text) ? text : `on: push\n${text}`)),
    gitlab,
    jenkins,
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
