import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stageOf } from '../testing/cascade-of.ts';
import { type Engine, walkGraph } from '../testing/engine-graph.ts';
import { load, mutantsOf } from '../testing/mutate-source.ts';
import { transition } from './transition.ts';

/**
 * Every state that a plan can reach, by any event in any order. `GRAPH=full npm --prefix packages/service test --
 * src/engine/graph.test.ts` walks every plan of three stages too.
 */
const isFull = process.env.GRAPH === 'full';

type Ttls = readonly (number | null)[];
const ttls: Ttls = [null, 60];
const ofOne = ttls.map((ttl) => [ttl]);
const ofTwo = ofOne.flatMap((before) => ttls.map((ttl) => [...before, ttl]));

/** Prices differ, so that money of one stage is never taken for that of another. */
const planOf = (stages: Ttls, prices: readonly number[] = [3, 5, 7]) =>
  stages.map((ttlSeconds, at) => stageOf({ ttlSeconds, price: prices[at] ?? 0 }));
/** A stage that costs nothing moves no money. */
const free = [
  [0, 1],
  [1, 0],
].map((prices) => planOf([60, null], prices));
/** A stage after the one under way matters, once an earlier one is delivered. */
const longest = planOf([60, 60, null]);
const small = [...[...ofOne, ...ofTwo].map((stages) => planOf(stages)), ...free, longest];

const ofThree = isFull ? ofTwo.flatMap((before) => ttls.map((ttl) => planOf([...before, ttl]))) : [];

test('every edge of the engine keeps every law', () => {
  const begin = performance.now();
  const graphs = [...small, ...ofThree].map((plan) => walkGraph(transition, plan));
  const [states, edges] = (['states', 'edges'] as const).map((part) =>
    graphs.reduce((sum, graph) => sum + graph[part], 0),
  );
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  process.stdout.write(`${graphs.length} plans, ${states} states, ${edges} edges in ${seconds} s\n`);
  expect(edges).toBeGreaterThan(90_000);
}, 600_000);

const files = ['receipt-time', 'status-rank', 'transition'] as const;
const sources = files.map((name) => readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8'));

/** A broken engine may never stop to find new states. */
function isKilled(sources: readonly string[]): boolean {
  try {
    const { transition: mutated } = load(sources);
    for (const plan of small) walkGraph(mutated as Engine, plan);
    return false;
  } catch {
    return true;
  }
}

/** Mutants that do the same as the engine, and why. */
const equivalent: Readonly<Record<string, string>> = {
  'status-rank: file: 6 → 7': 'the highest rank is only compared',
  'transition: followedBy: ...first.followups → ...[]': 'the first of two steps asks for no job',
  'transition: giveUpReceipt: reason → ...{}': 'a stage under way has no reason',
  "transition: isDue: state.phase !== 'ended' && position === … state.plan.length → state.phase !== 'ended' && position === …ttempts.length + 1":
    'start skips a stage that does not exist',
  "transition: isHeldBy: status === 'ENQUEUED' && holder?.replica === by.replica → holder?.replica === by.replica":
    'no other status has a holder',
  'transition: report: delivered === undefined ? unchanged(next…delivered, update) → raise(next, delivered, update)':
    'the attempt was raised the step before',
  'transition: report: update.reference === null || attempt.reference !== null → attempt.reference !== null':
    'replaces no reference by none',
  'transition: start: if (stage === undefined) return unchanged(state); → nothing':
    'isDue skips a stage that does not exist',
  'transition: transition: reason: null → ...{}': 'EXPIRED never has a reason',
};

test('the walk alone kills every mutant of the engine that is not equivalent', () => {
  const mutants = sources.slice(1).flatMap((source, at) =>
    mutantsOf(source).map((mutant) => ({
      id: `${files[at + 1]}: ${mutant.id}`,
      sources: sources.with(at + 1, mutant.source),
    })),
  );
  const ids = new Set(mutants.map(({ id }) => id));
  expect(Object.keys(equivalent).filter((id) => !ids.has(id))).toEqual([]);
  // Whether these survive, which takes a whole walk of each, is for the full run.
  const tried = mutants.filter(({ id }) => isFull || !Object.hasOwn(equivalent, id));
  const survivors = tried.filter((mutant) => !isKilled(mutant.sources)).map(({ id }) => id);
  process.stdout.write(`${tried.length} of ${mutants.length} mutants, ${survivors.length} survive\n`);
  expect(survivors.toSorted()).toEqual(isFull ? Object.keys(equivalent).toSorted() : []);
}, 600_000);

test('the mutated sources are those of the engine', () => {
  expect(isKilled(sources)).toBe(false);
});
