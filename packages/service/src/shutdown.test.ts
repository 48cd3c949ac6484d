import { expect, test } from 'vitest';
import { createShutdown } from './shutdown.ts';
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
      clock.now += 1_500;
      ended.push('requests');
    },
  });
  const log = heardLog();
  await shutdown.run(log);
  await shutdown.run(log);
  expect(ended).toEqual(['requests', 'the store']);
  expect(log.info.mock.calls.slice(0, 3)).toEqual([
    [{ waitsFor: 'requests', underWay: 3 }, 'stopping'],
    [{ waitsFor: 'requests', seconds: 1.5 }, 'ended'],
    [{ seconds: 1.5 }, 'stopped'],
  ]);
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
