import { seededRandom } from '@cascade/test-kit';
import { expect, test } from 'vitest';

import { createEventQueue, createServer } from './resources.ts';

/** Random arrivals and random service times: queueing theory has closed forms for them. */
function play(places: number, perSecond: number, workSeconds: number, seconds = 20_000) {
  const events = createEventQueue();
  const server = createServer(events, places);
  const random = seededRandom(7);
  const exponential = (mean: number) => -Math.log(1 - random()) * mean;
  const seen = { jobs: 0, seconds: 0 };
  const arrive = () => {
    events.after(exponential(1 / perSecond), arrive);
    const at = events.now;
    server.use(exponential(workSeconds), () => {
      seen.jobs += 1;
      seen.seconds += events.now - at;
    });
  };
  arrive();
  events.runUntil(seconds);
  return {
    busy: server.busySeconds() / seconds,
    inside: seen.seconds / seen.jobs,
    perSecond: seen.jobs / seconds,
  };
}

test('M/M/1: busy for ρ of the time, sojourn time S/(1-ρ)', () => {
  const { busy, inside, perSecond } = play(1, 8, 0.1);
  expect(perSecond).toBeCloseTo(8, 0);
  expect(busy).toBeCloseTo(0.8, 1);
  expect(Math.abs(inside / 0.5 - 1)).toBeLessThan(0.05);
});

test('M/M/2: sojourn time S/(1-ρ²)', () => {
  const { busy, inside } = play(2, 16, 0.1);
  expect(busy / 2).toBeCloseTo(0.8, 1);
  expect(Math.abs(inside / (0.1 / (1 - 0.8 ** 2)) - 1)).toBeLessThan(0.05);
});

test('overload: it works at its limit', () => {
  const { busy, perSecond } = play(1, 20, 0.1, 2_000);
  expect(busy).toBeCloseTo(1, 2);
  expect(perSecond).toBeCloseTo(10, 0);
});
