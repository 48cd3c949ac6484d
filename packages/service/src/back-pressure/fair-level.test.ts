import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fairLevel } from './fair-level.ts';

test.each([
  [[10, 1_000], 500, 490],
  [[1_000, 1_000], 500, 250],
  [[10, 20], 500, 500],
  [[], 500, 500],
  [[5, 5, 1_000, 2_000], 110, 50],
])('accounts that want %j of %i get at most %i each', (wanted, total, level) => {
  expect(fairLevel(wanted, total)).toBe(level);
});

test('all together get the total, or all that they want', () => {
  const rate = fc.double({ min: 0, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(fc.array(rate, { minLength: 1 }), rate, (wanted, total) => {
      const level = fairLevel(wanted, total);
      const given = wanted.reduce((sum, one) => sum + Math.min(one, level), 0);
      const all = wanted.reduce((sum, one) => sum + one, 0);
      expect(given).toBeCloseTo(Math.min(all, total), 2);
    }),
    { numRuns: 300 },
  );
});
