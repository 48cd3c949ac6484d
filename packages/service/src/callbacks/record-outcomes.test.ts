import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Jobs, openJobs } from '../jobs/open-jobs.ts';
import { queues } from '../jobs/queues.ts';
import { createPool } from '../store/create-pool.ts';
import { addAccount, addEvent, eventsOf, register } from '../testing/callback-accounts.ts';
import { forgetHolder } from '../testing/forget-holder.ts';
import { setDatabaseBack } from '../testing/set-back.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import type { CallbackJob } from './callback-jobs.ts';
import type { Outcome } from './outcome.ts';
import type { EventInHand } from './pending-callback.ts';
import { recordOutcomes } from './record-outcomes.ts';

const database = withTestDatabase();
let jobs: Jobs;

beforeAll(async () => {
  jobs = await openJobs({ connectionString: database.connectionString, shard: database.shard });
});

afterAll(async () => {
  await jobs.close();
});

/** An event whose job was fetched, lost by a missed heartbeat, and fetched again by another replica. */
async function lostJob(): Promise<{ account: number; event: EventInHand }> {
  await jobs.boss.deleteAllJobs(queues.callback);
  const account = await addAccount(database.pool, {});
  await addEvent(database.pool, jobs, account);
  const [job] = await jobs.boss.fetch<CallbackJob>(queues.callback);
  const [eventId] = job?.data.eventIds ?? [];
  if (job === undefined || eventId === undefined) throw new Error('there is a job with an event');
  await forgetHolder(database.pool, jobs, queues.callback);
  expect(await jobs.boss.fetch(queues.callback)).toMatchObject([{ id: job.id, retryCount: 1 }]);
  return { account, event: { job, eventId, turn: 0 } };
}

const made = { attempted: true, waitedMs: 0 };
const record = (...outcomes: Outcome[]) =>
  recordOutcomes(database.pool, jobs, { outcomes, completed: outcomes.map(({ job }) => job) });

test('starts only one chain of retries when two replicas hold the same event', async () => {
  const { account, event } = await lostJob();
  const failed = { ...made, ...event, state: 'pending', result: '500', againInMs: 0 } as const;
  await record(failed);
  await record(failed);
  expect(await eventsOf(database.pool, account)).toMatchObject([{ state: 'pending', attempts: 1 }]);
  expect(await jobs.boss.fetch(queues.callback, { batchSize: 10 })).toHaveLength(1);
});

test('records a delivery even if another replica recorded a failure before', async () => {
  const { account, event } = await lostJob();
  await record({ ...made, ...event, state: 'pending', result: '500', againInMs: 0 });
  await record({ ...made, ...event, state: 'delivered', result: '200' });
  expect(await eventsOf(database.pool, account)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
});

test('an answer of 410 that is recorded again does not disable what was registered meanwhile', async () => {
  const { account, event } = await lostJob();
  const url = 'https://receiver.example/status';
  await register(database.pool, account, url);
  const gone = {
    ...made,
    ...event,
    state: 'given-up',
    result: '410',
    gone: { accountId: account, url, version: 0 },
  } as const;
  const disabled = async () => {
    const sql = 'select disabled_at is not null as disabled from cascade.callbacks where account_id = $1';
    return (await database.pool.query(sql, [account])).rows;
  };
  await record(gone);
  expect(await disabled()).toEqual([{ disabled: true }]);
  await database.pool.query('update cascade.callbacks set disabled_at = null where account_id = $1', [
    account,
  ]);
  await record(gone);
  expect(await disabled()).toEqual([{ disabled: false }]);
});

test.each(['of this version', 'from before'])(
  'writes nothing after its commit, with an id %s',
  async (kind) => {
    const { account, event } = await lostJob();
    const eventId = kind === 'from before' ? `evt_${randomUUID()}` : event.eventId;
    await database.pool.query('update cascade.status_events set id = $2 where id = $1', [
      event.eventId,
      eventId,
    ]);
    const pool = createPool({ connectionString: database.connectionString, size: 1, shard: database.shard });
    onTestFinished(() => pool.end());
    const sent: string[] = [];
    pool.on('acquire', (client) => {
      const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
      const note = (...args: readonly unknown[]) => {
        const [statement] = args;
        sent.push(typeof statement === 'string' ? statement : String(Reflect.get(Object(statement), 'text')));
        return query(...args);
      };
      client.query = note as typeof client.query;
    });
    const outcome = { ...made, ...event, eventId, state: 'delivered', result: '200' } as const;
    await recordOutcomes(pool, jobs, { outcomes: [outcome], completed: [event.job] });
    expect(sent.filter((text) => text.includes('update cascade.status_events'))).toHaveLength(1);
    expect(sent.at(-1)).toBe('commit');
    expect(await eventsOf(database.pool, account)).toMatchObject([{ state: 'delivered' }]);
  },
);

test("counts the day of retries from now if the database's clock was set back by hours", async () => {
  const { account, event } = await lostJob();
  const first = { ...made, ...event, state: 'pending', result: '500', againInMs: 0 } as const;
  await record(first);
  await setDatabaseBack(database.pool, 7_200);
  await record({ ...first, turn: 1 });
  expect(await eventsOf(database.pool, account)).toMatchObject([{ attempts: 2 }]);
  const { rows } = await database.pool.query(
    'select first_due_at <= now() as due from cascade.status_events where id = $1',
    [event.eventId],
  );
  expect(rows).toEqual([{ due: true }]);
});

/** Holds the row of an event until the function that it resolves to is called. */
async function lockEvent(eventId: string): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select from cascade.status_events where id = $1 for update', [eventId]);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

async function waiters(): Promise<number> {
  const { rowCount } = await database.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount ?? 0;
}

test('two replicas that hold the same events record them in one order, and do not deadlock', async () => {
  const events = [await lostJob(), await lostJob(), await lostJob()];
  const outcomes = events.map(
    ({ event }) => ({ ...made, ...event, state: 'delivered', result: '200' }) as const,
  );
  const release = await lockEvent(outcomes[1]?.eventId ?? '');
  const both = [record(...outcomes), record(...outcomes.toReversed())];
  await vi.waitFor(async () => expect(await waiters()).toBe(2), 30_000);
  await release();
  expect(await Promise.allSettled(both)).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
});
