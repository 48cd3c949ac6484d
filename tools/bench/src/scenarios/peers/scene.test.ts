import { expect, test } from 'vitest';
import { fateOf, highestRate } from './scene.ts';

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
  const kill = { name: 'kill -9', repeats: 1, underWay: 4, unanswered: 3, perSecond: 50, oldestAnswerMs: 20 };
  expect(fateOf(['a', 'b', 'c'], { rate: 50, finals, submitted, kill })).toEqual({
    rate: 50,
    accepted: 3,
    withoutFinal: 1,
    sentTwice: 1,
    byTheKill: 1,
    underWay: 4,
    unanswered: 3,
    oldestAnswerMs: 20,
    reportedTwice: 1,
  });
});
