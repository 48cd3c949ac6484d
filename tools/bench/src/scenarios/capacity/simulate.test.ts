import { seededRandom } from '@cascade/repository/test-kit';
import { expect, test } from 'vitest';
import type { Costs } from './plant.ts';
import { commitSteps, limitsOf, type Plant } from './plant.ts';
import { createEventQueue, createResource, judgeSimulation, simulate } from './simulate.ts';

/** Round figures near those of the service. */
const costs: Costs = {
  intake: {
    node: { fixed: 0.0008, perMessage: 0.00002 },
    postgres: { fixed: 0.0008, perMessage: 0.00005 },
  },
  cascade: {
    node: { fixed: 0.004, perMessage: 0.0005 },
    postgres: { fixed: 0.004, perMessage: 0.0003 },
  },
  gatherSeconds: 0.005,
  walBytesPerCascade: 5_000,
  fitErrors: { intakeNode: 0, intakePostgres: 0, cascadeNode: 0, cascadePostgres: 0 },
};
const plant: Plant = {
  costs,
  perSecond: 500,
  replicas: 2,
  databaseCores: 4,
  disk: { flushSeconds: 0.001, bytesPerSecond: 250e6 },
  roundTripSeconds: 0.0005,
  accounts: 10_000,
  hotShare: 0,
  affinity: false,
  receiver: { seconds: 0.05, slots: 1_024, ofOne: 204 },
};
const off = (value: number, expected: number) => Math.abs(value / expected - 1);

test("Little's law: under way = ended per second · seconds to end", () => {
  const { underWay, endedPerSecond, secondsToEnd } = simulate(plant, { seconds: 20 });
  expect(off(underWay, endedPerSecond * secondsToEnd)).toBeLessThan(0.02);
});

test('every cascade ends, is under way or is refused', () => {
  const { offeredPerSecond, endedPerSecond, refusedPerSecond } = simulate(plant, { seconds: 20 });
  expect(off(offeredPerSecond, 500)).toBeLessThan(0.03);
  expect(off(endedPerSecond, offeredPerSecond)).toBeLessThan(0.02);
  expect(refusedPerSecond).toBe(0);
});

test('the same seed gives the same outcome', () => {
  expect(simulate(plant)).toEqual(simulate(plant));
  expect(simulate(plant, { seed: 2 })).not.toEqual(simulate(plant));
});

test('almost no load: a cascade never waits, and takes the sum of its steps', () => {
  const { secondsToEnd, intakeBatch } = simulate({ ...plant, perSecond: 0.5 }, { seconds: 200 });
  const steps = commitSteps(costs).reduce(
    (sum, { node, postgres, walBytes }) =>
      sum + node.fixed + node.perMessage + postgres.fixed + postgres.perMessage + walBytes / 250e6,
    0,
  );
  const waits = 3 * (3 * plant.roundTripSeconds + plant.disk.flushSeconds);
  const callbacks = plant.receiver.seconds + (3 * plant.receiver.seconds) / plant.receiver.slots;
  expect(off(secondsToEnd, steps + waits + callbacks)).toBeLessThan(0.02);
  expect(intakeBatch).toBeCloseTo(1, 1);
});

test('utilisation law: busy time = cascades done · time of each', () => {
  // Batches of one cascade, so that its work is known.
  const alone: Costs = { ...costs, gatherSeconds: 0 };
  const { busy, endedPerSecond } = simulate(
    { ...plant, costs: alone, perSecond: 2, databaseCores: 1 },
    { seconds: 200 },
  );
  expect(off(busy.database, endedPerSecond * 0.0043)).toBeLessThan(0.03);
  expect(off(busy.replicas, (endedPerSecond * 0.0045) / 2)).toBeLessThan(0.03);
});

test.each([
  [
    'replicas',
    { perSecond: 8_000, databaseCores: 64, receiver: { seconds: 0.001, slots: 1_024, ofOne: 204 } },
  ],
  [
    'database',
    {
      perSecond: 8_000,
      databaseCores: 1,
      replicas: 4,
      receiver: { seconds: 0.001, slots: 1_024, ofOne: 204 },
    },
  ],
  [
    'receiver',
    { perSecond: 2_000, databaseCores: 64, replicas: 4, receiver: { seconds: 4, slots: 1_024, ofOne: 204 } },
  ],
  [
    'log',
    { perSecond: 4_000, databaseCores: 64, replicas: 8, disk: { flushSeconds: 0.001, bytesPerSecond: 5e6 } },
  ],
] as const)('too much for the %s: the judge names it, and the load is near its limit', (name, change) => {
  const tight: Plant = { ...plant, ...change };
  const outcome = simulate(tight, { seconds: 6, warmUp: 4 });
  expect(judgeSimulation(outcome)).toEqual({ keepsUp: false, busiest: name });
  const limit = limitsOf(tight)[name];
  expect(outcome.endedPerSecond).toBeLessThan(limit * 1.05);
  // Cascades that were accepted and have not ended took some of the work.
  expect(outcome.endedPerSecond).toBeGreaterThan(limit * 0.4);
});

test('the receiver of a hot account gets its part of the slots only, and the others keep theirs', () => {
  const receiver = { seconds: 2, slots: 1_024, ofOne: 204 };
  const hot: Plant = { ...plant, perSecond: 400, databaseCores: 64, replicas: 4, hotShare: 0.5, receiver };
  const outcome = simulate(hot, { seconds: 6, warmUp: 4 });
  expect(judgeSimulation(outcome)).toEqual({ keepsUp: false, busiest: 'receiver' });
  // 200 a second of the others, and what four times 204 slots get done of the 200 of the hot account.
  expect(off(limitsOf(hot).receiver, (4 * 204) / 6 / 0.5)).toBeLessThan(0.01);
  expect(outcome.endedPerSecond).toBeGreaterThan(200 * 0.9 + ((4 * 204) / 6) * 0.8);
  expect(judgeSimulation(simulate({ ...hot, hotShare: 0 }, { seconds: 6, warmUp: 4 })).keepsUp).toBe(true);
});

test('one hot account lets one commit through at a time: replicas do not help', () => {
  const hot: Plant = { ...plant, perSecond: 40_000, databaseCores: 256, replicas: 60, hotShare: 1 };
  const few = simulate(hot, { seconds: 2 });
  const many = simulate({ ...hot, replicas: 120 }, { seconds: 2 });
  const spread = simulate({ ...hot, hotShare: 0, accounts: 1e9 }, { seconds: 2 });
  expect(judgeSimulation(few).busiest).toBe('accounts');
  expect(many.endedPerSecond).toBeLessThan(few.endedPerSecond * 1.2);
  expect(spread.endedPerSecond).toBeGreaterThan(few.endedPerSecond * 2);
});

test('replicas that share a thousand accounts wait for each other; with accounts of their own they do not', () => {
  const shared: Plant = { ...plant, perSecond: 12_000, databaseCores: 64, replicas: 16, accounts: 1_000 };
  const mixed = simulate(shared);
  const apart = simulate({ ...shared, affinity: true });
  expect(judgeSimulation(mixed)).toEqual({ keepsUp: false, busiest: 'accounts' });
  expect(judgeSimulation(apart).keepsUp).toBe(true);
  expect(apart.busy.accounts).toBeLessThan(mixed.busy.accounts / 2);
});

/** Random arrivals and random service times: queueing theory has closed forms for them. */
function play(places: number, perSecond: number, workSeconds: number, seconds = 20_000) {
  const events = createEventQueue();
  const server = createResource(events, places);
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
