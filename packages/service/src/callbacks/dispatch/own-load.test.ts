import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createOwnLoad } from './adaptive-limit.ts';

test('is busy while the event loop rests for less than a quarter of the time', () => {
  let utilization = 0.7;
  const load = createOwnLoad(() => utilization);
  expect(load.isBusy(0)).toBe(false);
  utilization = 0.8;
  expect(load.isBusy(100)).toBe(true);
});

test('looks ten times a second at most', () => {
  let looks = 0;
  const load = createOwnLoad(() => {
    looks += 1;
    return 1;
  });
  for (let now = 0; now < 1_000; now += 1) load.isBusy(now);
  expect(looks).toBe(10);
});

test('knows whether this process worked or waited', async () => {
  const load = createOwnLoad();
  load.isBusy(0);
  await setTimeout(60);
  expect(load.isBusy(100)).toBe(false);
  for (let turn = 0; turn < 5; turn += 1) {
    for (const until = performance.now() + 30; performance.now() < until; );
    await setImmediate();
  }
  expect(load.isBusy(200)).toBe(true);
});
