import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectOf } from './json.ts';

const file = 'packages/verifier/results/score.json';

/**
 * The mutants that the verifier missed in its last score; `undefined` without a score.
 * @throws {Error} if the score does not list them: a summary without survivors must mean that there are none.
 */
export function readSurvivors(root: string): readonly string[] | undefined {
  const path = join(root, file);
  if (!existsSync(path)) return undefined;
  const { survivors } = objectOf(JSON.parse(readFileSync(path, 'utf8')));
  const ids = Array.isArray(survivors) ? survivors.map((survivor) => objectOf(survivor).id) : [undefined];
  if (!ids.every((id) => typeof id === 'string'))
    throw new Error(
      `${file}: expected the surviving mutants, each with an id; run \`npm run bench:verifier\``,
    );
  return ids;
}
