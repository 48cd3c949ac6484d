import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-bucket.ts';

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
