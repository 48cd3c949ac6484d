import { expect, test } from 'vitest';
import { fateOf, findSaturation, isBoundByLoad } from './scene.ts';

test('each saturates at its own rate, to a step of 50, and they take turns', async () => {
  const limits = [730, 200, 3_999, 40];
  const tried: (readonly [system: number, rate: number])[] = [];
  const holds = limits.map((limit, system) => async (rate: number) => {
    tried.push([system, rate]);
    return rate <= limit;
  });
  expect(await findSaturation(holds, { from: 100, step: 50 })).toEqual([
    { holds: 700, fails: 750 },
    { holds: 200, fails: 250 },
    { holds: 3_950, fails: 4_000 },
    { holds: 0, fails: 50 },
  ]);
  expect(new Set(tried.map(String)).size).toBe(tried.length);
  const ratesOfThird = tried.filter(([system]) => system === 2).map(([, rate]) => rate);
  expect(ratesOfThird.slice(0, 8)).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 4_800]);
  expect(tried.slice(0, 8)).toEqual([
    [0, 100],
    [1, 100],
    [2, 100],
    [3, 100],
    [0, 200],
    [1, 200],
    [2, 200],
    [3, 50],
  ]);
});

test('a system that does as much as load and receiver alone is bounded by them', () => {
  expect(isBoundByLoad(2_400, 2_400)).toBe(true);
  expect(isBoundByLoad(2_200, 2_400)).toBe(false);
  expect(isBoundByLoad(2_400, undefined)).toBe(false);
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
