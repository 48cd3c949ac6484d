import { expect, onTestFinished, test, vi } from 'vitest';
import { withTestDatabase } from '../testing/test-database.ts';
import { createPool, setupPatience } from './create-pool.ts';
import { asOnlyBuilder, builderName } from './only-builder.ts';

const database = withTestDatabase();

/**
 * `create index concurrently` waits until the end of every transaction that has a snapshot at a certain
 * moment.
 */
test('who waits to be the builder has no transaction open between two tries', async () => {
  const { connectionString } = database;
  const waiting = createPool({ connectionString, applicationName: 'waiting', patience: setupPatience });
  onTestFinished(() => waiting.end());
  const done: string[] = [];
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const first = asOnlyBuilder(database.pool, undefined, async () => {
    done.push('first began');
    await finished;
    return done.push('first ended') > 0;
  });
  await vi.waitUntil(() => done.length > 0, { timeout: 30_000 });
  const second = asOnlyBuilder(waiting, undefined, async () => done.push('second') > 0);
  const isBetween = async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity where application_name = 'waiting' and state = 'idle' and query = 'commit'`,
    );
    return rows.length > 0;
  };
  await vi.waitUntil(isBetween, { timeout: 30_000 }).finally(finish);
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(done).toEqual(['first began', 'first ended', 'second']);
});

test('who is to be the builder waits for what the server still does for a killed process', async () => {
  const { connectionString } = database;
  const orphan = createPool({ connectionString, applicationName: builderName, patience: setupPatience });
  onTestFinished(() => orphan.end());
  const done: string[] = [];
  const working = orphan.query('select pg_sleep(2)').then(() => done.push('orphan'));
  await vi.waitUntil(
    async () => {
      const { rows } = await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(2)' and state = 'active'`,
      );
      return rows.length > 0;
    },
    { timeout: 30_000, interval: 50 },
  );
  expect(await asOnlyBuilder(database.pool, undefined, async () => done.push('next') > 0)).toBe(true);
  await working;
  expect(done).toEqual(['orphan', 'next']);
});
