import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectOf } from './json.ts';

const file = 'packages/verifier/results/score.json';

/** The mutants that the verifier did not notice when its score was last taken; nothing without a score. */
export function readSurvivors(root: string): readonly string[] | undefined {
  const path = join(root, file);
  if (!existsSync(path)) return undefined;
  const { survivors } = objectOf(JSON.parse(readFileSync(path, 'utf8')));
  return Array.isArray(survivors) ? survivors.map((survivor) => String(objectOf(survivor).id)) : undefined;
}
