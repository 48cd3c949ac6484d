import type { Part } from './part.ts';

/** The parts that `--only` names, in their own order; all if it is absent. An unknown name gives what is wrong. */
export function selectParts(all: readonly Part[], only: string | undefined): readonly Part[] | string {
  if (only === undefined) return all;
  const wanted = only.split(',').map((name) => name.trim());
  const known = all.map(({ name }) => name);
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) return `unknown part ${unknown.join(', ')}; there are ${known.join(', ')}`;
  return all.filter(({ name }) => wanted.includes(name));
}
