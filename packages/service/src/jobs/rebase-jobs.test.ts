import { beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../store/transaction.ts';
import { later, setDatabaseBack } from '../testing/set-back.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { insertJobs, type NewJob } from './insert-jobs.ts';
import { type Jobs, openJobs } from './open-jobs.ts';
import { queues } from './queues.ts';
import { rebaseJobs } from './rebase-jobs.ts';

const database = withTestDatabase();
const twoHours = 7_200;
let jobs: Jobs;

beforeAll(async () => {
  jobs = await openJobs({ connectionString: database.connectionString, shard: database.shard });
  return () => jobs.close();
});

beforeEach(async () => {
  await database.pool.query('delete from cascade_jobs.job');
});

const insert = (...list: NewJob[]) =>
  inTransaction(database.pool, (client) => insertJobs(client, jobs, list));

/** Seconds until the job with this number is due, rounded to minutes: tests do not depend on how long they take. */
async function dueIn(number: number): Promise<number> {
  const { rows } = await database.pool.query<{ minutes: number }>(
    `select round(extract(epoch from start_after - now()) / 60)::int as minutes from cascade_jobs.job
     where data ->> 'number' = $1::text`,
    [number],
  );
  return (rows[0]?.minutes ?? Number.NaN) * 60;
}

test('a job that can run runs, and a delayed one waits no longer than at first, in the same order', async () => {
  await insert({ queue: queues.stage, data: { number: 1 } });
  await insert({ queue: queues.stage, data: { number: 2 } });
  await insert({ queue: queues.timer, data: { number: 3 }, delayMs: 3_600_000 });
  await insert({ queue: queues.timer, data: { number: 4 }, delayMs: 120_000 });
  await setDatabaseBack(database.pool, twoHours);
  expect(await jobs.boss.fetch(queues.stage, { batchSize: 2 })).toEqual([]);
  expect(await dueIn(3)).toBe(twoHours + 3_600);
  expect(await rebaseJobs(jobs.upkeep)).toBe(4);
  const fetched = [
    await jobs.boss.fetch<{ number: number }>(queues.stage),
    await jobs.boss.fetch<{ number: number }>(queues.stage),
  ];
  expect(fetched.flat().map(({ data }) => data.number)).toEqual([1, 2]);
  expect([await dueIn(3), await dueIn(4)]).toEqual([3_600, 120]);
  expect(await rebaseJobs(jobs.upkeep)).toBe(0);
});

test('a start time that a caller asked for stays', async () => {
  await insert({
    queue: queues.stage,
    data: { number: 1 },
    startAfter: new Date(Date.now() + 5 * 3_600_000),
  });
  await database.pool.query(
    `update cascade_jobs.job set created_on = ${later('created_on', "interval '2 hours'")}`,
  );
  expect(await rebaseJobs(jobs.upkeep)).toBe(1);
  expect(await dueIn(1)).toBe(5 * 3_600);
});

test('a job that failed is retried after a minute at most', async () => {
  await insert({ queue: queues.stage, data: { number: 1 } });
  const [job] = await jobs.boss.fetch(queues.stage);
  await jobs.boss.fail(queues.stage, job?.id ?? '');
  await database.pool.query('update cascade_jobs.queue set monitor_claim_on = now()');
  await setDatabaseBack(database.pool, twoHours);
  // Jobs keep the time of their creation over retries, and this one is old.
  await database.pool.query("update cascade_jobs.job set created_on = now() - interval '1 day'");
  expect(await dueIn(1)).toBe(twoHours);
  await rebaseJobs(jobs.upkeep);
  expect(await dueIn(1)).toBe(0);
});

test('jobs of a replica that died before the step are found, by an upkeep that goes on', async () => {
  await insert({ queue: queues.stage, data: { number: 1 } });
  await jobs.boss.fetch(queues.stage);
  await database.pool.query(
    'update cascade_jobs.queue set monitor_claim_on = now(), monitor_on = now(), maintain_on = now()',
  );
  await setDatabaseBack(database.pool, twoHours);
  await rebaseJobs(jobs.upkeep);
  const { rows } = await database.pool.query<{ heartbeat: boolean; claims: boolean }>(
    `select heartbeat_on <= now() as heartbeat,
       (select bool_and(monitor_claim_on <= now() and monitor_on <= now() and maintain_on <= now()) from cascade_jobs.queue) as claims
     from cascade_jobs.job`,
  );
  expect(rows).toEqual([{ heartbeat: true, claims: true }]);
});

test('several replicas may do it at once, also with more jobs than fit into a statement', async () => {
  const list = Array.from({ length: 4_500 }, (_, number) => ({ queue: queues.timer, data: { number } }));
  await insert(...list);
  await setDatabaseBack(database.pool, twoHours);
  await Promise.all([rebaseJobs(jobs.upkeep), rebaseJobs(jobs.upkeep), rebaseJobs(jobs.upkeep)]);
  await rebaseJobs(jobs.upkeep);
  const { rows } = await database.pool.query(
    'select count(*)::int as due from cascade_jobs.job where start_after <= now()',
  );
  expect(rows).toEqual([{ due: 4_500 }]);
});

test("consumers send their heartbeats at once when the database's clock was set forward", async () => {
  const heard: string[] = [];
  const forget = jobs.onClockSet(() => void heard.push('one'));
  jobs.onClockSet(() => void heard.push('other'));
  jobs.clockWasSet();
  forget();
  jobs.clockWasSet();
  expect(heard).toEqual(['one', 'other', 'other']);
});
