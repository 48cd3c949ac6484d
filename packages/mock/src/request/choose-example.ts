import { canonicalProblemCode, isKnownProblemCode, problemFacts } from '@cascade/types';
import type { IHttpOperation } from '@stoplight/types';
import type { Outcome } from '../outcome.ts';
import type { Preferences } from './preferences.ts';

/** The requested example, or why there is none. */
export type ChosenExample = Outcome | { readonly unknown: string };

interface Shown {
  readonly status: number;
  readonly examples: readonly string[];
}

/**
 * Finds the response that `Prefer: code=…, example=…` asks for; either alone suffices. An example is named by
 * its name or by its problem code. Prism would answer a misspelled preference with another response; the mock
 * rejects it, so that a test which never saw its error fails.
 */
export function chooseExample({ responses }: IHttpOperation, { code, example }: Preferences): ChosenExample {
  const shown = responses.filter((response) => response.code !== 'default').map(readShown);
  const candidates = code === undefined ? shown : shown.filter(({ status }) => String(status) === code);
  if (candidates.length === 0) {
    return { unknown: `there is no response ${code}, only ${shown.map(({ status }) => status).join(', ')}` };
  }
  const [first] = candidates;
  if (example === undefined && first !== undefined) return { status: first.status };
  const names = namesOf(example ?? '');
  for (const { status, examples } of candidates) {
    const found = names.find((name) => examples.includes(name));
    if (found !== undefined) return { status, example: found };
  }
  const known = candidates.flatMap(({ examples }) => examples).join(', ');
  return {
    unknown: `there is no example ${example}${code === undefined ? '' : ` with ${code}`}, only ${known}`,
  };
}

function readShown({ code, contents = [] }: IHttpOperation['responses'][number]): Shown {
  return {
    status: Number(code),
    examples: contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key)),
  };
}

/** The names of the examples that a name stands for: itself, or those of a problem code. */
function namesOf(example: string): readonly string[] {
  const code = canonicalProblemCode(example);
  const cases = isKnownProblemCode(code) ? Object.keys(problemFacts(code).examples) : [];
  return [example, ...cases];
}
