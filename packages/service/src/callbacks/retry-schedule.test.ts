import { expect, test } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';
import { type Failure, nextAttemptAt, retrySchedule } from './retry-schedule.ts';

const start = new Date('2026-01-30T00:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const next = (failure: Partial<Failure>, random = 0) =>
  nextAttemptAt({ attempts: 1, firstDueAt: start, now: start, ...failure }, retrySchedule, () => random);

test('makes the attempts of ADR-0018: 4 s, 128 s, 2048 s, then every hour for a day', () => {
  const seconds: number[] = [];
  let now: Date | undefined = start;
  for (let attempts = 1; now !== undefined; attempts += 1) {
    seconds.push((now.getTime() - start.getTime()) / 1000);
    now = next({ attempts, now });
  }
  expect(seconds.slice(0, 5)).toEqual([0, 4, 132, 2180, 5780]);
  expect(seconds.at(-1)).toBe(2180 + 23 * 3600);
  expect(seconds).toHaveLength(27);
});

test('adds up to a tenth of the delay', () => {
  expect(next({}, 0.5)).toEqual(after(4.2));
  expect(next({ attempts: 9 }, 1)).toEqual(after(3960));
});

test('lets Retry-After delay, not hasten, by an hour at most', () => {
  expect(next({ retryAfterMs: 60_000 })).toEqual(after(60));
  expect(next({ retryAfterMs: 1_000 })).toEqual(after(4));
  expect(next({ retryAfterMs: 1e12 })).toEqual(after(3600));
});

test('gives up when the next attempt would be later than a day after the first', () => {
  expect(next({ attempts: 9, now: after(82_800) })).toEqual(after(86_400));
  expect(next({ attempts: 9, now: after(82_801) })).toBeUndefined();
});

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Fri, 30 Jan 2026 00:01:00 GMT', 60_000],
  ['Thu, 29 Jan 2026 00:00:00 GMT', 0],
  ['soon', undefined],
  [undefined, undefined],
])('reads Retry-After: %s', (header, milliseconds) => {
  expect(parseRetryAfter(header, start)).toBe(milliseconds);
});
