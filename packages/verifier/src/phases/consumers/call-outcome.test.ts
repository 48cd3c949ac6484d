import { expect, test } from 'vitest';
import { loadScenarios } from '../../scenario/load-scenarios.ts';
import { outcomeOf } from './call-outcome.ts';

const rows = loadScenarios().filter(({ given }) => given.procedure === 'call');

test.each(rows)('$says', ({ given: { id, keepsUsed = false }, when: { attempts = [] }, expects }) => {
  expect(outcomeOf(attempts, { isOfCaller: id === 'caller', keepsUsed })).toBe(expects.outcome);
});

test('each kind of ending is among them', () => {
  expect(rows.length).toBeGreaterThan(80);
  expect(new Set(rows.map(({ expects }) => expects.outcome))).toEqual(
    new Set(['scheduled', 'not-scheduled', 'unknown']),
  );
});
