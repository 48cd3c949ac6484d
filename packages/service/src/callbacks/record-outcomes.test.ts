import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { claimCallbacks } from '../due/callback-parcels.ts';
import { createPool } from '../store/create-pool.ts';
import { freeWork } from '../testing/replicas.ts';
import { addAccount, addEvent, eventsOf, register, setDatabaseBack } from '../testing/rows.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import type { EventOutcome } from './outcome.ts';
import type { EventInHand } from './pending-callback.ts';
import { recordOutcomes } from './record-outcomes.ts';

const database = withTestDatabase();

/** An event whose parcel was claimed, lost by a replica that was silent, and claimed by another one. */
async function lostEvent(): Promise<{ account: number; event: EventInHand }> {
  await database.pool.query('truncate cascade.callback_parcels, cascade.waiting, cascade.waiting_lanes');
  const account = await addAccount(database.pool, {});
  await addEvent(database.pool, account);
  const {
    parcels: [first],
  } = await claimCallbacks(database.pool, 1);
  await freeWork(database.pool);
  const {
    parcels: [parcel],
  } = await claimCallbacks(database.pool, 2);
  expect(first).toMatchObject({ id: parcel?.id, isFresh: true });
  const [{ eventId } = { eventId: '' }] = parcel?.entries ?? [];
  if (parcel === undefined) throw new Error('there is a parcel with an event');
  expect(parcel.isFresh).toBe(false);
  return { account, event: { eventId, turn: 0, owner: 2, letGo() {} } };
}

const again = (accountId: number) => ({
  againInMs: 0,
  lane: { accountId, url: 'https://receiver.example/status', visitInMs: null, giveUpInMs: 1_000 },
});

const made = { attempted: true, waitedMs: 0 };
const record = (...outcomes: EventOutcome[]) => recordOutcomes(database.pool, outcomes);

test('starts only one chain of retries when two replicas hold the same event', async () => {
  const { account, event } = await lostEvent();
  const failed = { ...made, ...event, state: 'pending', result: '500', ...again(account) } as const;
  await record(failed);
  await record(failed);
  expect(await eventsOf(database.pool, account)).toMatchObject([{ state: 'pending', attempts: 1 }]);
  const { rows } = await database.pool.query('select event_id, turn from cascade.waiting');
  expect(rows).toEqual([{ event_id: event.eventId, turn: 1 }]);
});

test('records a delivery even if another replica recorded a failure before', async () => {
  const { account, event } = await lostEvent();
  await record({ ...made, ...event, state: 'pending', result: '500', ...again(account) });
  await record({ ...made, ...event, state: 'delivered', result: '200' });
  expect(await eventsOf(database.pool, account)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
});

test('an answer of 410 that is recorded again does not disable what was registered meanwhile', async () => {
  const { account, event } = await lostEvent();
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

test.each(['of this version', 'from before'])('is written in one statement, with an id %s', async (kind) => {
  const { account, event } = await lostEvent();
  const eventId = kind === 'from before' ? `evt_${randomUUID()}` : event.eventId;
  await database.pool.query('update cascade.status_events set id = $2 where id = $1', [
    event.eventId,
    eventId,
  ]);
  const pool = createPool({ connectionString: database.connectionString, size: 1, tables: database.tables });
  onTestFinished(() => pool.end());
  const sent: string[] = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
    const note = (...args: readonly unknown[]) => {
      const [statement] = args;
      sent.push(typeof statement === 'string' ? statement : String(Reflect.get(Object(statement), 'text')));
      return query(...args);
    };
    client.query = note as typeof client.query;
  });
  const outcome = { ...made, ...event, eventId, state: 'delivered', result: '200' } as const;
  await recordOutcomes(pool, [outcome]);
  expect(sent.filter((text) => text.includes('update cascade.status_events'))).toHaveLength(1);
  expect(await eventsOf(database.pool, account)).toMatchObject([{ state: 'delivered' }]);
});

test("counts the day of retries from now if the database's clock was set back by hours", async () => {
  const { account, event } = await lostEvent();
  const first = { ...made, ...event, state: 'pending', result: '500', ...again(account) } as const;
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
  const events = [await lostEvent(), await lostEvent(), await lostEvent()];
  const outcomes = events.map(
    ({ event }) => ({ ...made, ...event, state: 'delivered', result: '200' }) as const,
  );
  const release = await lockEvent(outcomes[1]?.eventId ?? '');
  const both = [record(...outcomes), record(...outcomes.toReversed())];
  await vi.waitFor(async () => expect(await waiters()).toBe(2), 30_000);
  await release();
  expect(await Promise.allSettled(both)).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
});
