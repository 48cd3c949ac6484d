import { expect, test } from 'vitest';
import { type CallbackFailure, nextAttemptIn, resendDelay, retrySchedule } from './retry-schedule.ts';

const seconds = (count: number) => count * 1_000;
const next = (failure: Partial<CallbackFailure>, random = 0) =>
  nextAttemptIn({ attempts: 1, waitedMs: 0, ...failure }, retrySchedule, () => random);

test('makes the attempts of ADR-0018: 4 s, 128 s, 2048 s, then every hour for a day', () => {
  const times: number[] = [];
  let waitedMs = 0;
  for (
    let delay: number | undefined = 0;
    delay !== undefined;
    delay = next({ attempts: times.length, waitedMs })
  ) {
    waitedMs += delay;
    times.push(waitedMs / 1_000);
  }
  expect(times.slice(0, 5)).toEqual([0, 4, 132, 2180, 5780]);
  expect(times.at(-1)).toBe(2180 + 23 * 3600);
  expect(times).toHaveLength(27);
});

test('adds up to a tenth of the delay', () => {
  expect(next({}, 0.5)).toBe(seconds(4.2));
  expect(next({ attempts: 9 }, 1)).toBeCloseTo(seconds(3960), 3);
});

test('lets Retry-After delay, not hasten, by an hour at most', () => {
  expect(next({ retryAfterMs: 60_000 })).toBe(seconds(60));
  expect(next({ retryAfterMs: 1_000 })).toBe(seconds(4));
  expect(next({ retryAfterMs: 1e12 })).toBe(seconds(3600));
});

test('gives up when the next attempt would be later than a day after the first', () => {
  expect(next({ attempts: 9, waitedMs: seconds(82_800) })).toBe(seconds(3_600));
  expect(next({ attempts: 9, waitedMs: seconds(82_801) })).toBeUndefined();
});

test('a stage without a response is tried again after 1, 2, 4 seconds and so on, up to a minute', () => {
  expect([0, 1, 5, 6, 30].map(resendDelay)).toEqual([1_000, 2_000, 32_000, 60_000, 60_000]);
});
