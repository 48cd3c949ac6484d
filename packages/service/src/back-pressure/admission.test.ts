import { expect, test } from 'vitest';
import { createAdmission } from './admission.ts';

const steady = (perSecond: number) => () => perSecond;

test('below the capacity nothing is refused', () => {
  const { seconds } = simulate({ load: { 1: steady(900) }, capacity: steady(1_000), duration: 60 });
  expect(seconds.every(({ refused }) => refused === 0)).toBe(true);
});

test.each([
  [1.1, 5],
  [2, 5],
  [5, 5],
  [10, 5],
  [2, 2],
  [2, 60],
])(
  'at %d times the capacity the lag stays below %d seconds, and the work goes on',
  (factor, boundSeconds) => {
    const { seconds } = simulate({
      load: { 1: steady(1_000 * factor) },
      capacity: steady(1_000),
      duration: 240,
      boundSeconds,
    });
    expect(Math.max(...seconds.map(({ lag }) => lag))).toBeLessThan(boundSeconds);
    const late = seconds.slice(20);
    expect(late.reduce((sum, { done }) => sum + done, 0) / late.length).toBeGreaterThan(950);
  },
);

test('a burst that is done within half of the bound is accepted whole', () => {
  const load = { 1: (second: number) => (second >= 10 && second < 12 ? 2_000 : 200) };
  const { seconds } = simulate({ load, capacity: steady(1_000), duration: 30 });
  expect(Math.max(...seconds.map(({ lag }) => lag))).toBeGreaterThan(0.9);
  expect(seconds.every(({ refused }) => refused === 0)).toBe(true);
});

test('while an overload lasts, messages wait for a tenth of the bound', () => {
  const { seconds } = simulate({ load: { 1: steady(3_000) }, capacity: steady(1_000), duration: 60 });
  const late = seconds.slice(15).map(({ lag }) => lag);
  expect(Math.min(...late)).toBeGreaterThan(0.4);
  expect(Math.max(...late)).toBeLessThan(0.6);
});

test('a stall with a small backlog refuses nothing', () => {
  const { seconds } = simulate({
    load: { 1: steady(10) },
    capacity: (second) => (second > 20 && second < 38 ? 0 : 100),
    duration: 60,
  });
  expect(Math.max(...seconds.map(({ lag }) => lag))).toBeGreaterThan(10);
  expect(seconds.every(({ refused }) => refused === 0)).toBe(true);
});

test('a capacity that falls to a third is followed within a few seconds', () => {
  const { seconds } = simulate({
    load: { 1: steady(2_000) },
    capacity: (second) => (second < 60 ? 1_500 : 500),
    duration: 180,
  });
  // What was admitted before waits three times as long.
  expect(Math.max(...seconds.map(({ lag }) => lag))).toBeLessThan(10);
  expect(Math.max(...seconds.slice(80).map(({ lag }) => lag))).toBeLessThan(5);
});

test('a capacity that rises is used', () => {
  const { seconds } = simulate({
    load: { 1: steady(2_000) },
    capacity: (second) => (second < 60 ? 500 : 1_500),
    duration: 120,
  });
  expect(seconds.slice(90).every(({ done }) => done > 1_300)).toBe(true);
});

test('after an overload nothing is refused any more, without going back and forth', () => {
  const { seconds } = simulate({
    load: { 1: (second) => (second < 60 ? 3_000 : 500) },
    capacity: steady(1_000),
    duration: 120,
  });
  expect(seconds.slice(70).every(({ refused, perSecond }) => refused === 0 && perSecond > 500)).toBe(true);
  expect(seconds.at(-1)?.perSecond).toBe(Number.POSITIVE_INFINITY);
});

test('an account that stays within its share is not refused, whatever another one sends', () => {
  const { byAccount } = simulate({
    load: { 1: steady(5_000), 2: steady(100) },
    capacity: steady(1_000),
    duration: 120,
  });
  expect(byAccount.get(2)?.refused ?? 0).toBeLessThan(0.01 * (byAccount.get(2)?.admitted ?? 0));
  expect(byAccount.get(1)?.refused).toBeGreaterThan(100_000);
});

test('a wait far beyond the bound still admits a quarter, so that small accounts pass', () => {
  const { byAccount, seconds } = simulate({
    load: { 1: steady(5_000), 2: steady(15) },
    capacity: (second) => (second < 20 ? 1_500 : 150),
    duration: 60,
  });
  expect(Math.max(...seconds.map(({ lag }) => lag))).toBeGreaterThan(5);
  expect(byAccount.get(2)?.refused ?? 0).toBe(0);
});

test('while all stalls, an account that sends little is not refused, whatever another one sends', () => {
  const { byAccount } = simulate({
    load: { 1: steady(5_000), 2: steady(8) },
    capacity: (second) => (second > 30 && second < 37 ? 0 : 1_000),
    duration: 120,
  });
  expect(byAccount.get(2)?.refused ?? 0).toBe(0);
});

test('accounts that want too much get equal shares', () => {
  const { byAccount } = simulate({
    load: { 1: steady(8_000), 2: steady(2_000) },
    capacity: steady(1_000),
    duration: 120,
  });
  const one = byAccount.get(1)?.admitted ?? 0;
  const two = byAccount.get(2)?.admitted ?? 0;
  expect(one / two).toBeGreaterThan(0.9);
  expect(one / two).toBeLessThan(1.5);
});

test('a refused account is told when to ask again', () => {
  const admission = createAdmission({ boundSeconds: 5, now: () => 0 });
  for (let second = 0; second < 8; second += 1) {
    for (let n = 0; n < 500; n += 1) admission.refusal(1);
    admission.measured(second, 1);
  }
  const refusals = Array.from({ length: 200 }, () => admission.refusal(1));
  expect(refusals.at(-1)).toBe(7);
  expect(admission.refusal(2)).toBeUndefined();
});

/** Messages or steps a second, by the second of the simulation. */
type Rate = (second: number) => number;

interface Simulated {
  readonly load: Readonly<Record<number, Rate>>;
  readonly capacity: Rate;
  /** In seconds. */
  readonly duration: number;
  readonly boundSeconds?: number;
}

const stepsPerSecond = 100;
const measurementsPerSecond = 2;

/** A queue in the order of arrival behind the admission, with a simulated clock: for tests. */
function simulate({ load, capacity, duration, boundSeconds = 5 }: Simulated) {
  let step = 0;
  const admission = createAdmission({ boundSeconds, now: () => (step / stepsPerSecond) * 1_000 });
  const queue: number[] = [];
  const due = new Map<string, number>();
  const byAccount = new Map<number, { admitted: number; refused: number }>();
  const seconds: { lag: number; done: number; refused: number; perSecond: number }[] = [];
  let first = 0;
  let done = 0;
  let refused = 0;

  /** Whole units of a rate; the fraction is kept for the next step. */
  function units(name: string, rate: number): number {
    const all = (due.get(name) ?? 0) + rate / stepsPerSecond;
    due.set(name, all % 1);
    return Math.floor(all);
  }

  function offer(accountId: number): void {
    const counts = byAccount.get(accountId) ?? { admitted: 0, refused: 0 };
    byAccount.set(accountId, counts);
    if (admission.refusal(accountId) === undefined) {
      counts.admitted += 1;
      queue.push(step);
    } else {
      counts.refused += 1;
      refused += 1;
    }
  }

  const lag = () => (step - (queue[first] ?? step)) / stepsPerSecond;
  for (; step < duration * stepsPerSecond; step += 1) {
    const second = Math.floor(step / stepsPerSecond);
    for (const [id, rate] of Object.entries(load))
      for (let n = units(id, rate(second)); n > 0; n -= 1) offer(Number(id));
    const able = Math.min(units('capacity', capacity(second)), queue.length - first);
    first += able;
    done += able;
    const isOver = (part: number) => (step + 1) % (stepsPerSecond / part) === 0;
    if (isOver(measurementsPerSecond)) admission.measured(lag(), 1 / measurementsPerSecond);
    if (!isOver(1)) continue;
    seconds.push({ lag: lag(), done, refused, perSecond: admission.perSecond });
    done = 0;
    refused = 0;
  }
  return { seconds, byAccount };
}
