import { readFile } from 'node:fs/promises';
import type { JudgedMutant, Outcome } from './judge-mutant.ts';
import { type Explanation, isUnseen, type Kind } from './survivors.ts';

export const resultFile = new URL('../../results/source-mutation.json', import.meta.url);

type Counts = Readonly<Partial<Record<Outcome, number>>>;

/** What came of a run over all mutants of the sources. */
export interface SourceResult {
  readonly run: {
    readonly command: string;
    readonly node: string;
    readonly python: string;
    readonly processors: number;
    /** Absent if the run was broken off and went on later. */
    readonly seconds?: number;
  };
  readonly mutants: number;
  readonly outcomes: Counts;
  readonly operators: Readonly<Record<string, Counts>>;
  /** Survivors and timeouts, by what explains them. */
  readonly survivors: Readonly<Partial<Record<Kind | 'unexplained', number>>>;
  readonly judged: readonly JudgedMutant[];
}

export function sumUp(
  judged: readonly JudgedMutant[],
  explanations: readonly Explanation[],
  run: SourceResult['run'],
): SourceResult {
  const kinds = new Map(explanations.flatMap(({ kind, mutants }) => mutants.map((id) => [id, kind])));
  return {
    run,
    mutants: judged.length,
    outcomes: countBy(judged, ({ outcome }) => outcome),
    operators: Object.fromEntries(
      [...Map.groupBy(judged, ({ operator }) => operator)].map(([operator, all]) => [
        operator,
        countBy(all, ({ outcome }) => outcome),
      ]),
    ),
    survivors: countBy(judged.filter(isUnseen), ({ id }) => kinds.get(id) ?? 'unexplained'),
    judged,
  };
}

function countBy<Key extends string>(
  judged: readonly JudgedMutant[],
  keyOf: (one: JudgedMutant) => Key,
): Partial<Record<Key, number>> {
  const counts: Partial<Record<Key, number>> = {};
  for (const one of judged) counts[keyOf(one)] = (counts[keyOf(one)] ?? 0) + 1;
  return counts;
}

/** The run over the sources as it was made last. */
export async function readResult(): Promise<SourceResult> {
  return JSON.parse(await readFile(resultFile, 'utf8'));
}
