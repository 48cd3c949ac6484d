import { readContract } from '@cascade/contract';
import { expect, test } from 'vitest';
import { readEvidence } from './evidence.ts';

const { scenarios, mutants, untestable, verdicts } = readEvidence();
const { clauses } = readContract();

test('scenarios and mutants stand under the clauses that they name', () => {
  expect(scenarios.get('4.1/rule-5')).toContain('balance-to-zero');
  expect(mutants.get('4.1/rule-5')?.length).toBeGreaterThan(0);
});

test('everything is about clauses that there are', () => {
  const named = [...scenarios.keys(), ...mutants.keys(), ...Object.keys(untestable)];
  expect(named.filter((id) => !clauses.has(id))).toEqual([]);
});

test('the implementations of this repository have been judged', () => {
  expect(Object.keys(verdicts)).toEqual(expect.arrayContaining(['mock', 'service']));
  for (const [name, each] of Object.entries(verdicts)) expect(each.size, name).toBeGreaterThan(100);
});
