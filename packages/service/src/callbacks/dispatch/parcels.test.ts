import { expect, test } from 'vitest';
import { createParcels } from './parcels.ts';

const minute = 60_000;
const closed = { isLimiting: false, pausedUntil: 0, pause: 0 };
const paused = { isLimiting: true, pausedUntil: 300_000, pause: 300_000 };

test('gives each callback the time that the destination needs for those before it', () => {
  const { delay } = createParcels({ circuit: closed, random: () => 0, pace: () => 100 });
  expect([delay(0, 0), delay(0, 0), delay(0, 0)]).toEqual([600, 700, 800]);
});

test('defers by a minute at most, and by less than half an hour what has waited for longer', () => {
  const { delay } = createParcels({ circuit: closed, random: () => 1, pace: () => 100 * minute });
  expect(delay(0, 0)).toBe(minute);
  expect(delay(5 * minute, 10 * minute)).toBe(5 * minute);
  expect(delay(600 * minute, 100 * minute)).toBe(30 * minute);
});

test('forgets how long it took once the destination is quick again', () => {
  let pace = 100 * minute;
  const { delay } = createParcels({ circuit: closed, random: () => 1, pace: () => pace });
  for (let count = 0; count < 100; count += 1) delay(0, 0);
  pace = 1;
  expect(delay(0, 2 * minute)).toBe(501);
});

test('spreads what a pause puts off over the pause after it, or over the time that it has waited', () => {
  let at = 0;
  const random = () => [0, 0.5, 1][at++ % 3] ?? 0;
  const { delay } = createParcels({ circuit: paused, random, pace: () => 1 });
  const some = Array.from({ length: 96 }, () => delay(0, 0));
  expect([...new Set(some)]).toEqual([5 * minute, 7.5 * minute, 10 * minute]);
  const { delay: delayOld } = createParcels({ circuit: paused, random: () => 1, pace: () => 1 });
  expect(delayOld(20 * minute, 0)).toBe(25 * minute);
  expect(delayOld(20 * minute, 1_000)).toBe(25 * minute - 1_000);
  const { delay: delayOldest } = createParcels({ circuit: paused, random: () => 1, pace: () => 1 });
  expect(delayOldest(1_000 * minute, 0)).toBe(35 * minute);
});
