import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testClusterUrl } from '../testing/not-on-a-cluster.ts';
import { runHere } from '../testing/run-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';

const database = withTestDatabase();

const run = (...args: readonly string[]) =>
  runHere(['cluster', ...args], { DATABASE_URL: database.connectionString });

test.skipIf(testClusterUrl !== '')('without Citus, each action says what is missing', async () => {
  for (const args of [['status'], ['distribute', '--shards', '4'], ['rebalance', '--dry-run']]) {
    const { code, err } = await run(...args);
    expect(code).toBe(1);
    expect(err).toContain('The database has no Citus. DATABASE_URL must lead to the coordinator');
  }
});

test("the service's own PostgreSQL is not a cluster", async () => {
  expect(await runHere(['cluster', 'status'], {})).toMatchObject({
    code: 2,
    err: expect.stringContaining('A cluster needs --database-url or the variable DATABASE_URL'),
  });
});

test.each([
  [['distribute'], "required option '--shards <number>' not specified"],
  [['distribute', '--shards', '0'], 'Expected a number from 1 to 64'],
  [['distribute', '--shards', '65'], 'Expected a number from 1 to 64'],
  [['distribute', '--shards', 'many'], 'Expected a number from 1 to 64'],
  [['rebalance', '--shard', '1'], '--shard and --to must be given together'],
  [['rebalance', '--to', randomUUID()], '--shard and --to must be given together'],
  [['rebalance', '--shard', 'x', '--to', 'db:5432'], "argument 'x' is invalid"],
  [[], 'Usage: cascade-service cluster'],
])('%j is refused', async (args, fault) => {
  expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining(fault) });
});
