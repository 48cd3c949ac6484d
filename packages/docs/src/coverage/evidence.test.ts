import { readContract } from '@cascade/contract';
import { expect, test } from 'vitest';
import { readEvidence } from './evidence.ts';

const { scenarios, mutants, untestable, verdicts } = readEvidence();
const { clauses } = readContract();

test('scenarios and mutants are listed under the clauses that they cite', () => {
  expect(scenarios.get('4.1/rule-5')).toContain('balance-to-zero');
  expect(mutants.get('4.1/rule-5')?.length).toBeGreaterThan(0);
});

test('every cited clause exists', () => {
  const cited = [...scenarios.keys(), ...mutants.keys(), ...untestable.keys()];
  expect(cited.filter((id) => !clauses.has(id))).toEqual([]);
});

test('the verifier has judged the implementations of this repository', () => {
  expect(Object.keys(verdicts)).toEqual(expect.arrayContaining(['mock', 'service']));
  for (const [name, each] of Object.entries(verdicts)) expect(each.size, name).toBeGreaterThan(100);
});
