import { expect, test } from 'vitest';
import { compareTurns, longestGap, median, medians, significant } from './statistics.ts';

test('the median of an odd number of values, of an even number, and of none', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 2])).toBe(2);
  expect(median([])).toBeNaN();
});

test('three significant digits', () => {
  expect([1_234.5, 0.012345, 0, 99_999].map((value) => significant(value))).toEqual([
    1_230, 0.0123, 0, 100_000,
  ]);
});

test('a rate is better when higher: the ratio is of each turn, not of the medians', () => {
  const turns = [
    { ours: 100, peer: 200 },
    { ours: 300, peer: 100 },
    { ours: 120, peer: 120 },
  ];
  expect(compareTurns(turns, 'higher')).toEqual({ ours: 120, peer: 120, ratio: 1, ratios: [0.5, 3, 1] });
});

test('a time is better when lower: half the time is twice as good', () => {
  expect(compareTurns([{ ours: 5, peer: 10 }], 'lower')).toEqual({
    ours: 5,
    peer: 10,
    ratio: 2,
    ratios: [2],
  });
});

test('medians are taken of each figure, inside of objects too', () => {
  const all = [1, 30, 2].map((value) => ({ start: { seconds: value }, processes: value * 2 }));
  expect(medians(all)).toEqual({ start: { seconds: 2 }, processes: 4 });
  expect(() => medians([])).toThrow('found none');
});

test('the longest gap reaches from the begin to the end, whatever the order of the events', () => {
  expect(longestGap([700, 200, 300, 5_000], 100, 1_000)).toBe(400);
  expect(longestGap([], 100, 1_000)).toBe(900);
});
