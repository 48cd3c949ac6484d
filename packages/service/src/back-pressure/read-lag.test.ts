import { beforeAll, expect, test } from 'vitest';
import { insertJobs } from '../jobs/insert-jobs.ts';
import { type Jobs, openJobs } from '../jobs/open-jobs.ts';
import { queues } from '../jobs/queues.ts';
import { inTransaction } from '../store/transaction.ts';
import { later } from '../testing/set-back.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { readLag } from './read-lag.ts';

const database = withTestDatabase();
let jobs: Jobs;

beforeAll(async () => {
  jobs = await openJobs({ connectionString: database.connectionString, shard: database.shard });
  return () => jobs.close();
});

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
const insert = (queue: (typeof queues)[keyof typeof queues], startAfter: Date) =>
  inTransaction(database.pool, (client) => insertJobs(client, jobs, [{ queue, data: {}, startAfter }]));

/** As if the job had been made when it became due. */
const age = () =>
  database.pool.query('update cascade_jobs.job set created_on = start_after where start_after < now()');

test('is the age of the oldest due work that has not been tried', async () => {
  expect(await readLag(database.pool)).toBe(0);
  await insert(queues.stage, new Date(Date.now() + 60_000));
  expect(await readLag(database.pool)).toBe(0);
  await insert(queues.stage, ago(10));
  await insert(queues.callback, ago(100));
  await age();
  expect(await readLag(database.pool)).toBeGreaterThanOrEqual(100);
  const [job] = await jobs.boss.fetch(queues.callback);
  expect(await readLag(database.pool)).toBeLessThan(100);
  expect(await readLag(database.pool)).toBeGreaterThanOrEqual(10);
  await jobs.boss.fail(queues.callback, job?.id ?? '');
  await database.pool.query(
    `update cascade_jobs.job set start_after = now() - interval '99 s' where state = 'retry'`,
  );
  expect(await readLag(database.pool)).toBeLessThan(99);
});

test('a job that another replica is fetching does not count, however long that takes', async () => {
  await insert(queues.stage, ago(500));
  await insert(queues.stage, ago(400));
  await age();
  expect(await readLag(database.pool)).toBeGreaterThanOrEqual(500);
  const stopped = await jobs.pool.connect();
  try {
    await stopped.query('begin');
    const db = { executeSql: (text: string, values?: unknown[]) => stopped.query(text, values) };
    const [job] = await jobs.boss.fetch(queues.stage, { db });
    expect(job).toBeDefined();
    expect(await readLag(database.pool)).toBeLessThan(500);
    expect(await readLag(database.pool)).toBeGreaterThanOrEqual(400);
  } finally {
    await stopped.query('rollback');
    stopped.release();
  }
  expect(await readLag(database.pool)).toBeGreaterThanOrEqual(500);
});

test('callbacks that were put off wait for their receiver', async () => {
  await insert(queues.callback, ago(1_000));
  await database.pool.query(
    `update cascade_jobs.job set created_on = ${later('start_after', "interval '-1 s'")} where start_after < now() - interval '999 s'`,
  );
  expect(await readLag(database.pool)).toBeLessThan(1_000);
});
