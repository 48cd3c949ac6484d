import { expect, test } from 'vitest';
import { compareLenient, lenientJudges } from './support/lenient-differential.ts';

test('1,000 generated requests in older forms: mock, preflight and service say the same', async () => {
  const { differences, verdicts } = await compareLenient(await lenientJudges(), 1_000, 20_261_123);
  expect(differences.slice(0, 3)).toEqual([]);
  // A run whose requests all fail the first rules would prove nothing.
  expect(Object.keys(verdicts).length).toBeGreaterThanOrEqual(10);
  expect(verdicts.accepted).toBeGreaterThan(150);
});
