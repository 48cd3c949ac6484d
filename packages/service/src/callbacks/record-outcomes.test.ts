import type { Job } from 'pg-boss';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Jobs, openJobs } from '../jobs/open-jobs.ts';
import { queues } from '../jobs/queues.ts';
import { forgetHolder } from '../jobs/testing/forget-holder.ts';
import { withTestDatabase } from '../store/testing/test-database.ts';
import type { CallbackJob } from './pending-callback.ts';
import { recordOutcomes } from './record-outcomes.ts';
import { addAccount, addEvent, eventsOf } from './testing/accounts.ts';

const database = withTestDatabase();
let jobs: Jobs;

beforeAll(async () => {
  jobs = await openJobs({ connectionString: database.connectionString });
});

afterAll(async () => {
  await jobs.close();
});

/** An event whose job was fetched, lost by a missed heartbeat, and fetched again by somebody else. */
async function lostJob(): Promise<{ account: number; job: Job<CallbackJob> }> {
  await jobs.boss.deleteAllJobs(queues.callback);
  const account = await addAccount(database.pool, {});
  await addEvent(database.pool, jobs, account);
  const [job] = await jobs.boss.fetch<CallbackJob>(queues.callback);
  if (job === undefined) throw new Error('there is a job');
  await forgetHolder(database.pool, jobs, queues.callback);
  expect(await jobs.boss.fetch(queues.callback)).toMatchObject([{ id: job.id, retryCount: 1 }]);
  return { account, job };
}

const made = { attempted: true, firstDueAt: new Date() };

it('whoever lost a job does not make a second chain of attempts', async () => {
  const { account, job } = await lostJob();
  const again = new Date();
  await recordOutcomes(database.pool, jobs, [{ ...made, job, state: 'pending', result: '500', again }]);
  expect(await eventsOf(database.pool, account)).toMatchObject([{ state: 'pending', attempts: 0 }]);
  expect(await jobs.boss.fetch(queues.callback)).toEqual([]);
});

it('but what was delivered is delivered', async () => {
  const { account, job } = await lostJob();
  await recordOutcomes(database.pool, jobs, [{ ...made, job, state: 'delivered', result: '200' }]);
  expect(await eventsOf(database.pool, account)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
});
