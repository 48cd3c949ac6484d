import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { silent } from '../log.ts';
import { createJobPool, upkeepPatience } from '../store/create-pool.ts';
import { inTransaction } from '../store/transaction.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { insertJobs } from './insert-jobs.ts';
import { type Jobs, openJobs } from './open-jobs.ts';
import { queues } from './queues.ts';
import { supervise, superviseShard } from './supervise-shard.ts';

const database = withTestDatabase();
let jobs: Jobs;

beforeAll(async () => {
  jobs = await openJobs({ connectionString: database.connectionString, shard: database.shard });
});

afterAll(() => jobs.close());

beforeEach(async () => {
  await database.pool.query('delete from cascade_jobs.job');
  await database.pool.query('update cascade_jobs.queue set monitor_claim_on = null');
});

async function insert(count: number, startAfter = new Date(Date.now() - 1_000)): Promise<void> {
  const one = () => ({ queue: queues.stage, data: { id: randomUUID() }, startAfter });
  await inTransaction(database.pool, (client) =>
    insertJobs(client, jobs, Array.from({ length: count }, one)),
  );
}

async function states(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ state: string; count: number }>(
    'select state::text, count(*)::integer as count from cascade_jobs.job group by state',
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

const supervised = () => supervise(database.pool, jobs.boss);

test('jobs run again whose consumer sends no heartbeat, or has them for too long; the others stay', async () => {
  await insert(3);
  const [silentOne, longOne] = await jobs.boss.fetch(queues.stage, { batchSize: 3 });
  const set = (column: string, id = '') =>
    database.pool.query(`update cascade_jobs.job set ${column} = now() - interval '2 hours' where id = $1`, [
      id,
    ]);
  await set('heartbeat_on', silentOne?.id);
  await set('started_on', longOne?.id);
  await supervised();
  expect(await states()).toEqual({ active: 1, retry: 2 });
});

test('more jobs than one transaction takes run again', async () => {
  await insert(1_500);
  await jobs.boss.fetch(queues.stage, { batchSize: 1_500 });
  await database.pool.query("update cascade_jobs.job set heartbeat_on = now() - interval '1 minute'");
  await supervised();
  expect(await states()).toEqual({ retry: 1_500 });
});

test('jobs that ended long ago, or that no one fetched for ten years, are deleted', async () => {
  await insert(3);
  const [ended] = await jobs.boss.fetch(queues.stage, { batchSize: 2 });
  await jobs.boss.complete(queues.stage, ended?.id ?? '');
  await database.pool.query(
    "update cascade_jobs.job set completed_on = now() - interval '11 minutes' where state = 'completed'",
  );
  await database.pool.query(
    "update cascade_jobs.job set keep_until = now() - interval '1 second' where state = 'created'",
  );
  await supervised();
  expect(await states()).toEqual({ active: 1 });
});

test('the counts are those of pg-boss', async () => {
  await insert(2);
  await insert(1, new Date(Date.now() + 3_600_000));
  await insert(1);
  await jobs.boss.fetch(queues.stage);
  await supervised();
  const { rows } = await database.pool.query(
    `select queued_count, deferred_count, ready_count, active_count, failed_count, total_count, monitor_on > now() - interval '1 minute' as now
     from cascade_jobs.queue where name = $1`,
    [queues.stage],
  );
  expect(rows).toEqual([
    {
      ...{ queued_count: 3, deferred_count: 1, ready_count: 2, active_count: 1 },
      ...{ failed_count: 0, total_count: 4, now: true },
    },
  ]);
});

test('of several replicas one makes the pass', async () => {
  const counts = 'select total_count as total from cascade_jobs.queue where name = $1';
  await supervised();
  await insert(1);
  await supervised();
  expect((await database.pool.query(counts, [queues.stage])).rows).toEqual([{ total: 0 }]);
  await database.pool.query("update cascade_jobs.queue set monitor_claim_on = now() - interval '15 seconds'");
  await supervised();
  expect((await database.pool.query(counts, [queues.stage])).rows).toEqual([{ total: 1 }]);
});

test('it is made every 15 seconds until it is stopped', async () => {
  const pooling = { connectionString: database.connectionString, shard: database.shard };
  const pool = createJobPool({ ...pooling, size: 1 }, upkeepPatience);
  await insert(1);
  await jobs.boss.fetch(queues.stage);
  await database.pool.query("update cascade_jobs.job set heartbeat_on = now() - interval '1 minute'");
  const supervision = superviseShard({ boss: jobs.boss, pool, log: silent });
  await expect.poll(states, { timeout: 60_000, interval: 500 }).toEqual({ retry: 1 });
  await supervision.stop();
  await pool.end();
});
