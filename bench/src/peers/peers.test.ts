import { expect, test } from 'vitest';
import { highestRate } from './bisect.ts';
import { fateOf } from './system.ts';

test.each([
  [730, 700],
  [200, 200],
  [3_999, 3_950],
  [40, 0],
])('a system that holds %d a second has %d, to a step of 50', async (limit, expected) => {
  const tried: number[] = [];
  const holds = async (rate: number) => {
    tried.push(rate);
    return rate <= limit;
  };
  expect(await highestRate(holds, { from: 100, step: 50, most: 6_400 })).toBe(expected);
  expect(new Set(tried).size).toBe(tried.length);
});

test('it ends at the highest rate that may be tried', async () => {
  expect(await highestRate(async () => true, { from: 100, step: 50, most: 800 })).toBe(800);
});

test('the fate of accepted messages: reported, sent twice, reported twice; others do not count', () => {
  const finals = [
    ['a', 1],
    ['b', 2],
    ['never accepted', 1],
  ] as const;
  const submitted = [
    ['a', 1],
    ['b', 1],
    ['c', 3],
  ] as const;
  expect(fateOf(['a', 'b', 'c'], finals, submitted)).toEqual({
    accepted: 3,
    withoutFinal: 1,
    sentTwice: 1,
    reportedTwice: 1,
  });
});
