import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { stageOf } from '../testing/cascade-of.ts';
import { type TransitionFunction, walkGraph } from '../testing/engine-graph.ts';
import { load, mutantsOf } from '../testing/mutate-source.ts';
import { transition } from './transition.ts';

/**
 * Every state that a plan can reach, by any event in any order. Here the plans of two stages, and a part of the mutants;
 * `npm --prefix packages/service run graph` walks every plan of three stages and tries every mutant.
 */
const isFull = process.env.GRAPH === 'full';

/** What the full walk found, as committed; it writes it again. */
const file = new URL('../../results/graph.json', import.meta.url);
const figures: Record<string, unknown> = {};

afterAll(() => {
  if (isFull) writeFileSync(file, `${JSON.stringify(figures, undefined, 2)}\n`);
});

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
const ofTwoAtMost = [...[...ofOne, ...ofTwo].map((stages) => planOf(stages)), ...free];
const telling = [...ofTwoAtMost, longest];

const ofThree = isFull ? ofTwo.flatMap((before) => ttls.map((ttl) => planOf([...before, ttl]))) : [];

test('every edge of the engine keeps every law', () => {
  const begin = performance.now();
  const plans = isFull ? [...telling, ...ofThree] : ofTwoAtMost;
  const graphs = plans.map((plan) => walkGraph(transition, plan));
  const [states, edges] = (['states', 'edges'] as const).map((part) =>
    graphs.reduce((sum, graph) => sum + graph[part], 0),
  );
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  Object.assign(figures, { plans: graphs.length, states, edges, seconds: Number(seconds) });
  process.stdout.write(`${graphs.length} plans, ${states} states, ${edges} edges in ${seconds} s\n`);
  expect(edges).toBeGreaterThan(90_000);
}, 600_000);

const files = ['receipt-time', 'status-rank', 'transition'] as const;
const sources = files.map((name) => readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8'));

/** A broken engine may never stop to find new states. */
function isKilled(sources: readonly string[], plans = telling): boolean {
  try {
    const { transition: mutated } = load(sources);
    for (const plan of plans) walkGraph(mutated as TransitionFunction, plan);
    return false;
  } catch {
    return true;
  }
}

const seed = Number(process.env.SEED ?? 1);

/** One in ten, others with another SEED. */
function drawnOf<Each>(all: readonly Each[]): readonly Each[] {
  return all.filter((_, at) => (at + seed) % 10 === 0);
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

test('the walk alone kills the mutants of the engine that are not equivalent', () => {
  const mutants = sources.slice(1).flatMap((source, at) =>
    mutantsOf(source).map((mutant) => ({
      id: `${files[at + 1]}: ${mutant.id}`,
      sources: sources.with(at + 1, mutant.source),
    })),
  );
  const ids = new Set(mutants.map(({ id }) => id));
  expect(Object.keys(equivalent).filter((id) => !ids.has(id))).toEqual([]);
  const tried = isFull ? mutants : drawnOf(mutants.filter(({ id }) => !Object.hasOwn(equivalent, id)));
  const survivors = tried.filter((mutant) => !isKilled(mutant.sources)).map(({ id }) => id);
  Object.assign(figures, { mutants: tried.length, survivors: survivors.toSorted() });
  process.stdout.write(
    `${tried.length} of ${mutants.length} mutants (seed ${seed}), ${survivors.length} survive\n`,
  );
  expect(survivors.toSorted()).toEqual(isFull ? Object.keys(equivalent).toSorted() : []);
}, 600_000);

test('the mutated sources are those of the engine', () => {
  expect(isKilled(sources, [planOf([60, null])])).toBe(false);
});

test.skipIf(isFull)('the full walk, as committed, left the equivalent mutants alone', () => {
  const { edges, survivors } = JSON.parse(readFileSync(file, 'utf8'));
  expect(edges).toBeGreaterThan(90_000);
  expect(survivors).toEqual(Object.keys(equivalent).toSorted());
});
