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

test('parks four callbacks until the next probe, and the others for longer the longer they have waited', () => {
  const { parkFor } = createParcels({ circuit: paused, random: () => 1, pace: () => 1 });
  const some = Array.from({ length: 100 }, () => parkFor(0, 0));
  expect(some.slice(0, 4)).toEqual(Array(4).fill(5.5 * minute));
  expect(new Set(some.slice(4))).toEqual(new Set([30 * minute]));
  expect(parkFor(120 * minute, 0)).toBe(120 * minute);
  expect(parkFor(1_000 * minute, 0)).toBe(360 * minute);
});

test('has the next four come again once those before them are due', () => {
  const { parkFor } = createParcels({ circuit: paused, random: () => 0, pace: () => 15_000 });
  for (let count = 0; count < 10; count += 1) parkFor(0, 0);
  // The probe is under way: it takes 15 seconds.
  const some = Array.from({ length: 5 }, () => parkFor(0, 5 * minute));
  expect(some).toEqual([15_000, 15_000, 15_000, 15_000, 15 * minute]);
});
