import { beforeAll, expect, test } from 'vitest';
import { claimParcels, parcelsOf, writeParcels } from '../due/parcels.ts';
import { insertJobs } from '../jobs/insert-jobs.ts';
import { type Jobs, openJobs } from '../jobs/open-jobs.ts';
import { queues } from '../jobs/queues.ts';
import { inTransaction } from '../store/transaction.ts';
import { freeWork } from '../testing/alone.ts';
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

async function writeParcel(secondsAgo: number, { isFirst = true, owner = null as number | null } = {}) {
  const parcels = parcelsOf([{ eventId: 'evt_1', turn: 0 }], { owner: 0, isFirst });
  await inTransaction(database.pool, (client) => writeParcels(client, parcels, owner));
  await database.pool.query("update cascade.due set written_at = now() - $2 * interval '1 s' where id = $1", [
    parcels[0]?.id,
    secondsAgo,
  ]);
}

/** As if the job had been made when it became due. */
const age = () =>
  database.pool.query('update cascade_jobs.job set created_on = start_after where start_after < now()');

test('is the age of the oldest due work that has not been tried', async () => {
  expect(await readLag(database.pool)).toBe(0);
  await insert(queues.stage, new Date(Date.now() + 60_000));
  expect(await readLag(database.pool)).toBe(0);
  await insert(queues.stage, ago(10));
  await writeParcel(100);
  await age();
  expect(await readLag(database.pool)).toBeGreaterThanOrEqual(100);
  await claimParcels(database.pool, 1, 1);
  expect(await readLag(database.pool)).toBeLessThan(100);
  expect(await readLag(database.pool)).toBeGreaterThanOrEqual(10);
  await freeWork(database.pool);
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

test('callbacks that are sent again, or that a replica has in memory, wait for their receiver', async () => {
  await writeParcel(1_000, { isFirst: false });
  await writeParcel(1_000, { owner: 1 });
  expect(await readLag(database.pool)).toBeLessThan(1_000);
});
