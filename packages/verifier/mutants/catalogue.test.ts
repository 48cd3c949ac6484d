import { readContract } from '@cascade/contract';
import { expect, test } from 'vitest';
import { consumerMutants, controls, mutants, randomPairs, untestable } from './index.ts';
import { mutantList, readMutantList } from './list.ts';

const { clauses } = readContract();
const certain = [...mutants.filter(({ assumes }) => assumes === undefined), ...consumerMutants];
const broken = new Set<string>(certain.flatMap((mutant) => mutant.clauses));
const isShown = (id: string): boolean => clauses.get(id)?.kind !== 'not-shown';

test('every clause that is shown has a mutant that rests on no decision, or a reason why none can', () => {
  const shown = [...clauses.keys()].filter(isShown);
  expect(shown.filter((id) => !broken.has(id) && untestable[id] === undefined)).toEqual([]);
});

test('what is called untestable is a clause, and has no such mutant', () => {
  expect(Object.keys(untestable).filter((id) => broken.has(id) || !clauses.has(id))).toEqual([]);
});

test('what the source does not show is broken only where a decision settles it', () => {
  const unfounded = certain.filter((mutant) => !mutant.clauses.every(isShown));
  expect(unfounded.map(({ id }) => id)).toEqual([]);
});

test('ids are unique and tell their class', () => {
  const ids = [...mutants, ...consumerMutants, ...controls].map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('a witness tells plain from changed', () => {
  const same = [...mutants, ...controls].filter(({ witness }) => witness.plain === witness.changed);
  expect(same.map(({ id }) => id)).toEqual([]);
});

test('360 mutants of providers and 7 of consumers break what is documented, 70 what we assumed; there are 45 controls', () => {
  const documented = mutants.filter(({ assumes }) => assumes === undefined);
  expect(documented).toHaveLength(360);
  expect(consumerMutants).toHaveLength(7);
  expect(mutants).toHaveLength(documented.length + 70);
  expect(controls).toHaveLength(45);
});

test('results/mutants.json is current: `npm run mutants` of this package writes it', () => {
  expect(readMutantList()).toBe(mutantList());
});

test('pairs are the same for the same seed, and others for another one', () => {
  const ids = (seed: number) => randomPairs(mutants, 20, seed).map(({ id }) => id);
  expect(ids(1)).toEqual(ids(1));
  expect(ids(1)).not.toEqual(ids(2));
  expect(new Set(ids(1)).size).toBe(20);
});
