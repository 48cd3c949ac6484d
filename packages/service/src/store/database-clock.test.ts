import { expect, test } from 'vitest';
import { withTestDatabase } from '../testing/test-database.ts';
import { openDatabaseClock } from './database-clock.ts';

const database = withTestDatabase();
const hour = 3_600_000;

/** A machine whose clock is off, and whose monotonic clock passes as told. */
function machine(offBy: number) {
  const begin = Date.now() - performance.now();
  let extra = 0;
  return {
    pass(milliseconds: number) {
      extra += milliseconds;
    },
    clock: {
      wall: () => new Date(begin + performance.now() + offBy),
      monotonic: () => performance.now() + extra,
    },
  };
}

test.each([2 * hour, -2 * hour])(
  'has the time of the database, if that of the machine is off by %i ms',
  async (offBy) => {
    const clock = await openDatabaseClock(database.pool, machine(offBy).clock);
    // Test and database share a machine; the rest is the time that the reading took.
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(hour);
    expect(Math.abs(clock.ahead - offBy / 1_000)).toBeLessThan(hour / 1_000);
  },
);

test.each([2 * hour, -2 * hour])('follows the database when its clock is set by %i ms', async (step) => {
  const { clock: own, pass } = machine(0);
  const clock = await openDatabaseClock(database.pool, own);
  // That more or less time passed in the process says the same as a step of the database.
  pass(-step);
  const before = clock.now().getTime();
  const seconds = await clock.read();
  expect(Math.abs(seconds * 1_000 - step)).toBeLessThan(hour);
  expect(Math.abs(clock.now().getTime() - before - step)).toBeLessThan(hour);
});

test('a slow answer corrects nothing that it does not prove wrong', async () => {
  const { clock: own, pass } = machine(0);
  const clock = await openDatabaseClock(database.pool, own);
  const reading = clock.read();
  pass(2 * hour);
  expect(Math.abs(await reading)).toBeLessThan(hour / 2_000);
});

test('rejects while the database cannot be reached, and counts on', async () => {
  let away = false;
  const pool = new Proxy(database.pool, {
    get: (target, name) =>
      away && name === 'query' ? () => Promise.reject(new Error('away')) : Reflect.get(target, name, target),
  });
  const { clock: own, pass } = machine(0);
  const clock = await openDatabaseClock(pool, own);
  away = true;
  const before = clock.now().getTime();
  pass(hour);
  await expect(clock.read()).rejects.toThrow('away');
  expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(hour);
});
