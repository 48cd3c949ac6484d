import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { partOfMutants } from '../results.ts';
import type { JudgedMutant, MutantStatus } from './judge-source.ts';

const file = new URL('survivors.yaml', import.meta.url);

/**
 * - `equivalent`: no request could tell the mutant from the provider
 * - `free`: the contract allows both
 * - `beyond`: only visible in what the contract does not speak of, such as threads, or a client that
 *   misbehaves
 * - `unjudged`: the report names the scenarios that it could not judge, and why
 */
type Kind = 'equivalent' | 'free' | 'beyond' | 'unjudged';

/** Why mutants survive. */
interface Explanation {
  readonly why: string;
  readonly kind: Kind;
  /** Their ids. */
  readonly mutants: readonly string[];
}

export async function readExplanations(): Promise<readonly Explanation[]> {
  return parse(await readFile(file, 'utf8')) ?? [];
}

/** Mutants without a finding, a hint or a word about the profile: each needs an explanation. */
function isUnseen({ outcome }: Pick<JudgedMutant, 'outcome'>): boolean {
  return outcome === 'survived' || outcome === 'timeout';
}

interface Check {
  /** Survivors that no explanation names. */
  readonly unexplained: readonly JudgedMutant[];
  /** Ids of explanations whose mutant is not there, or is seen. */
  readonly stale: readonly string[];
}

/** Compares the survivors with what explains them. */
export function checkSurvivors(judged: readonly JudgedMutant[], explanations: readonly Explanation[]): Check {
  const explained = new Set(explanations.flatMap(({ mutants }) => mutants));
  const unseen = judged.filter(isUnseen);
  const ids = new Set(unseen.map(({ id }) => id));
  return {
    unexplained: unseen.filter(({ id }) => !explained.has(id)),
    stale: [...explained].filter((id) => !ids.has(id)),
  };
}

type Counts = Readonly<Partial<Record<MutantStatus, number>>>;

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

export function sumUpMutants(
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

/** The result as Markdown. */
export function toSummary({ mutants, outcomes, operators, survivors, run }: SourceResult): string {
  const { caught = 0, crashed = 0, hinted = 0, timeout = 0, survived = 0 } = outcomes;
  const rows = Object.entries(operators).map(([operator, counts]) => {
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const unseen = (counts.survived ?? 0) + (counts.timeout ?? 0);
    return `| ${operator} | ${all} | ${all - unseen} | ${unseen} |`;
  });
  const { equivalent = 0, free = 0, beyond = 0, unjudged = 0, unexplained = 0 } = survivors;
  return `
| mutants of the sources | all | seen | not seen |
|---|---|---|---|
${rows.join('\n')}
| **all** | ${mutants} | ${mutants - survived - timeout} | ${survived + timeout} |

Of ${mutants} mutants, ${caught} are findings, ${outcomes['set-up'] ?? 0} end with exit code 2 and what does not fit, ${crashed} do not start,
${hinted} are hints, ${timeout} run into the time limit. Of the ${survived + timeout} that are not seen, ${equivalent} are equivalent, ${free} do what the
contract leaves open, ${beyond} change what it does not speak of, of ${unjudged} the report says what it could not judge;
${unexplained} are not explained. Node ${run.node.slice(1)}, Python ${run.python}.

`;
}

const part = partOfMutants('source mutation', 'bench/source-mutation/run.ts');

/** Puts the result into the page on mutants. */
export function writeSummary(result: SourceResult): void {
  part.write(toSummary(result));
}
