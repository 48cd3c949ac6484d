import type { Judged } from './judge-worker.ts';
import { type ClassScore, type PhaseScore, type Score, sumUp } from './sum-up.ts';
import type { WholeScore } from './to-table.ts';

/**
 * Adds mutants that were judged after the whole run, each just once.
 * @throws {Error} if one is in the score already, or does not rest on a decision: of the others the score has a median,
 * to which nothing can be added.
 */
export function addUp(score: WholeScore, judged: readonly Judged[]): WholeScore {
  const { addedSince = [] } = score;
  const wrong = judged.find(({ id, kind }) => kind !== 'assumed' || addedSince.includes(id));
  if (wrong !== undefined)
    throw new Error(`${wrong.id} is a ${wrong.kind}, or was added before: take the whole score instead`);
  const { assumed, phases, survivors }: Score = sumUp(judged);
  return {
    ...score,
    assumed: sum(score.assumed, assumed),
    phases: Object.fromEntries(
      Object.entries(score.phases).map(([phase, before]) => [phase, sumOfPhase(before, phases[phase])]),
    ),
    survivors: [...score.survivors, ...survivors],
    addedSince: [...addedSince, ...judged.map(({ id }) => id)].toSorted(),
  };
}

function sum(one: ClassScore, other: ClassScore): ClassScore {
  return {
    mutants: one.mutants + other.mutants,
    killed: one.killed + other.killed,
    named: one.named + other.named,
  };
}

function sumOfPhase(before: PhaseScore, added: PhaseScore | undefined): PhaseScore {
  if (added === undefined) return before;
  return { kills: before.kills + added.kills, alone: [...before.alone, ...added.alone].toSorted() };
}
