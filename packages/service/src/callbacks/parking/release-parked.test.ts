import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Jobs, openJobs } from '../../jobs/open-jobs.ts';
import { queues } from '../../jobs/queues.ts';
import { inTransaction } from '../../store/transaction.ts';
import { addAccount } from '../../testing/callback-accounts.ts';
import { setDatabaseBack } from '../../testing/set-back.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import type { CallbackJob } from '../callback-jobs.ts';
import { type ParkedCallback, parkCallbacks } from './park-callbacks.ts';
import { releaseDue, releaseParked } from './release-parked.ts';

const database = withTestDatabase();
const urlOf = (name: string) => `https://${name}.example/status`;
const hour = 3_600_000;
let jobs: Jobs;
let account: number;

beforeAll(async () => {
  jobs = await openJobs({ connectionString: database.connectionString, shard: database.shard });
});

beforeEach(async () => {
  await database.pool.query('delete from cascade.parked_callbacks');
  await jobs.boss.deleteAllJobs(queues.callback);
  account = await addAccount(database.pool, { url: urlOf('registered') });
});

afterAll(() => jobs.close());

const parked = (eventId: string, details: Partial<ParkedCallback> = {}): ParkedCallback => ({
  ...{ eventId, turn: 1, accountId: account, url: urlOf('registered'), delayMs: hour },
  ...details,
});
const park = (...list: readonly ParkedCallback[]) =>
  inTransaction(database.pool, (client) => parkCallbacks(client, list));
const release = (url: string | null, { after = 0n, most = 100 } = {}) =>
  releaseParked(database.pool, jobs, { accountId: account, url, after, most });

/** The events of the jobs in the queue, sorted. */
async function queued(): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ data: CallbackJob }>(
    'select data from cascade_jobs.job where name = $1',
    [queues.callback],
  );
  return rows.flatMap(({ data }) => data.eventIds).toSorted();
}

async function left(): Promise<readonly string[]> {
  const sql = 'select event_id from cascade.parked_callbacks order by number';
  return (await database.pool.query<{ event_id: string }>(sql)).rows.map(({ event_id }) => event_id);
}

test('events to a URL return, and those to URLs that are no longer registered, in their order', async () => {
  const other = await addAccount(database.pool, { url: urlOf('registered') });
  await database.pool.query(
    'insert into cascade.callbacks (account_id, subject_id, url) values ($1, 2, $2)',
    [account, urlOf('second')],
  );
  await park(
    parked('own-1'),
    parked('second', { url: urlOf('second') }),
    parked('gone', { url: urlOf('gone') }),
  );
  await park(parked('own-2'), parked('other', { accountId: other }));
  expect(await release(urlOf('registered'))).toMatchObject({ count: 3 });
  const [job] = await jobs.boss.fetch<CallbackJob>(queues.callback, { batchSize: 10 });
  expect(job?.data.eventIds).toEqual(['own-1', 'gone', 'own-2']);
  expect(await left()).toEqual(['second', 'other']);
  expect(await release(null)).toMatchObject({ count: 1 });
  expect(await left()).toEqual(['other']);
});

test('as many return at once as are asked for, and the next after them', async () => {
  await park(...Array.from({ length: 100 }, (_, at) => parked(`evt_${String(at).padStart(3, '0')}`)));
  const first = await release(urlOf('registered'), { most: 40 });
  expect(first.count).toBe(40);
  const second = await release(urlOf('registered'), { most: 70, after: first.last });
  expect(second.count).toBe(60);
  expect(await release(urlOf('registered'), { after: second.last })).toEqual({ count: 0, last: second.last });
  expect(await queued()).toHaveLength(100);
});

test('numbers that a node of a cluster gives are exact, however many nodes joined before it', async () => {
  const sequence = 'cascade.parked_callbacks_number_seq';
  const { rows } = await database.pool.query<{ before: string }>(
    `select nextval('${sequence}')::text as before`,
  );
  await database.pool.query(`select setval('${sequence}', (41::bigint << 48) + 1, false)::text`);
  await park(parked('first'), parked('second'));
  const { last } = await release(urlOf('registered'), { most: 1 });
  expect(last).toBe((41n << 48n) + 1n);
  expect(await release(urlOf('registered'), { after: last })).toEqual({ count: 1, last: last + 1n });
  await database.pool.query(`select setval('${sequence}', $1)`, [rows[0]?.before]);
});

test('those behind a number stay out: what is parked again does not return in the same round', async () => {
  await park(parked('one'));
  const { last } = await release(urlOf('registered'));
  await park(parked('two'));
  expect(await release(urlOf('registered'), { after: last + 1_000n })).toMatchObject({ count: 0 });
  expect(await left()).toEqual(['two']);
});

test('replicas that release at the same time return each event once', async () => {
  const all = Array.from({ length: 200 }, (_, at) => `evt_${String(at).padStart(3, '0')}`);
  await park(...all.map((eventId) => parked(eventId)));
  const rounds = Array.from({ length: 10 }, () => release(urlOf('registered'), { most: 50 }));
  const due = releaseDue(database.pool, jobs, 50);
  await Promise.all([...rounds, due]);
  while ((await release(null)).count > 0);
  expect(await queued()).toEqual(all);
  expect(await left()).toEqual([]);
});

test('what is due returns, of all accounts, and not before', async () => {
  await park(parked('due', { delayMs: 0 }), parked('later'));
  expect(await releaseDue(database.pool, jobs, 100)).toBe(1);
  expect(await queued()).toEqual(['due']);
  expect(await left()).toEqual(['later']);
});

test('after the clock of the database was set back, all that was parked before returns, for its delay to count anew', async () => {
  await park(parked('before'), parked('due', { delayMs: 0 }));
  await setDatabaseBack(database.pool, 7_200);
  await park(parked('after'));
  expect(await releaseDue(database.pool, jobs, 100)).toBe(2);
  expect(await left()).toEqual(['after']);
});

test('does not count as work that waits for us', async () => {
  await park(parked('one'));
  await release(null);
  const { rows } = await database.pool.query(
    'select start_after > created_on as later from cascade_jobs.job where name = $1',
    [queues.callback],
  );
  expect(rows).toEqual([{ later: true }]);
});
