import { expect, test } from 'vitest';
import { defaultPatience } from './http/create-server.ts';
import { createShutdown } from './shutdown.ts';
import { stopBudget } from './stop-budget.ts';
import { heardLog } from './testing/heard-log.ts';

test('ends the parts in reverse order, and logs what it waits for and how many', async () => {
  const clock = { now: 0 };
  const ended: string[] = [];
  const shutdown = createShutdown(() => clock.now);
  shutdown.add({ of: 'the store', end: async () => ended.push('the store') });
  shutdown.add({
    of: 'requests',
    underWay: () => 3,
    async end() {
      expect(shutdown).toMatchObject({ waitsFor: 'requests', hasBegun: true });
      clock.now += 1_500;
      ended.push('requests');
    },
  });
  const log = heardLog();
  expect(shutdown.hasBegun).toBe(false);
  await shutdown.run(log);
  await shutdown.run(log);
  expect(ended).toEqual(['requests', 'the store']);
  expect(log.info.mock.calls.slice(0, 3)).toEqual([
    [{ waitsFor: 'requests', underWay: 3 }, 'stopping'],
    [{ waitsFor: 'requests', seconds: 1.5 }, 'ended'],
    [{ seconds: 1.5 }, 'stopped'],
  ]);
});

test('a part knows how long the stop has taken before', async () => {
  const clock = { now: 5_000 };
  const begun: number[] = [];
  const shutdown = createShutdown(() => clock.now);
  shutdown.add({ of: 'gateways', end: async (seconds) => begun.push(seconds) });
  shutdown.add({
    of: 'requests',
    async end(seconds) {
      begun.push(seconds);
      clock.now += 4_000;
    },
  });
  await shutdown.run(heardLog());
  expect(begun).toEqual([0, 4]);
});

test('the database outlives what needs it, and the process the database', () => {
  const callback = 15;
  const commit = 5;
  const { gateways, database, process, supervisor } = stopBudget;
  expect(gateways).toBeGreaterThan(defaultPatience.closing / 1_000);
  expect(database).toBeGreaterThanOrEqual(gateways + callback + commit);
  expect(process).toBeGreaterThanOrEqual(database + commit);
  expect(supervisor).toBeGreaterThanOrEqual(process + commit);
});

test('a part that fails does not keep the others from ending', async () => {
  const ended: string[] = [];
  const shutdown = createShutdown();
  shutdown.add({ of: 'the store', end: async () => ended.push('the store') });
  shutdown.add({ of: 'requests', end: () => Promise.reject(new Error('stuck')) });
  const log = heardLog();
  await expect(shutdown.run(log)).rejects.toMatchObject({ errors: [new Error('stuck')] });
  expect(ended).toEqual(['the store']);
  expect(log.error).toHaveBeenCalledWith(
    { waitsFor: 'requests', error: { message: 'stuck' } },
    expect.any(String),
  );
});
