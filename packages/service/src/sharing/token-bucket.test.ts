import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSharedBuckets, createTokenBuckets, fairLevel } from './token-bucket.ts';

const limit = { perSecond: 4, burst: 4 };

test('a burst passes, then one per interval; parties do not share', () => {
  let milliseconds = 0;
  const buckets = createTokenBuckets<number>(() => milliseconds);
  const passed = (party: number, tries: number) =>
    Array.from({ length: tries }, () => buckets.passes(party, limit)).filter(Boolean).length;
  expect(passed(1, 10)).toBe(4);
  expect(passed(2, 1)).toBe(1);
  milliseconds = 250;
  expect(passed(1, 10)).toBe(1);
  milliseconds = 60_000;
  expect(passed(1, 10)).toBe(4);
});

test('a party that is forgotten has its whole burst, and the others what they had', () => {
  const buckets = createTokenBuckets<number>(() => 0);
  for (const party of [1, 2]) while (buckets.passes(party, limit));
  buckets.keep(new Set([1]));
  expect([1, 2].map((party) => buckets.passes(party, limit))).toEqual([false, true]);
});

test('of a rate that parties share, a party that asks for little has all of that, and two that ask for much have equal parts', () => {
  let milliseconds = 0;
  const buckets = createSharedBuckets<string>(() => milliseconds);
  const passed = (party: string, times: number) =>
    Array.from({ length: times }, () => buckets.passes(party)).filter(Boolean).length;
  const halfSeconds = Array.from({ length: 40 }, () => {
    milliseconds += 500;
    const each = [passed('little', 5), passed('much', 100), passed('more', 200)];
    buckets.divide(50, 0.5);
    return each;
  });
  // Nothing is divided before the first of them.
  expect(halfSeconds[0]).toEqual([5, 100, 200]);
  expect(new Set(halfSeconds.slice(1).map(String))).toEqual(new Set(['5,10,10']));
  buckets.divide(Number.POSITIVE_INFINITY, 0.5);
  expect(passed('much', 1_000)).toBe(1_000);
});

test.each([
  [[10, 1_000], 500, 490],
  [[1_000, 1_000], 500, 250],
  [[10, 20], 500, 500],
  [[], 500, 500],
  [[5, 5, 1_000, 2_000], 110, 50],
])('parties that want %j of %i get at most %i each', (wanted, total, level) => {
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
