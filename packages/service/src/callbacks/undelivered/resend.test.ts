import { type Receiver, startReceiver } from '@cascade/repository/test-kit';
import type { RetrySchedule } from '@cascade/transition';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silent } from '../../log.ts';
import { inTransaction } from '../../store/transaction.ts';
import { loneReplica } from '../../testing/replicas.ts';
import {
  addAccount,
  addChanges,
  addEvent,
  addMessage,
  addUndelivered,
  addWaitingAccounts,
  eventsOf,
  noEventPending,
  register,
} from '../../testing/rows.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import { disableRegistration, enableRegistration, renewalChannel } from '../registrations.ts';
import { type Callbacks, startCallbacks } from '../start-callbacks.ts';
import { askToResend, countUndelivered, recallEvent, type Selection } from './selection.ts';
import { handOver } from './start-resending.ts';

const database = withTestDatabase();
const always = { since: new Date(0), until: new Date('2100-01-01T00:00:00Z') };
/** How long an event is retried, in milliseconds; 0 for a single attempt. */
let patience = 0;
const schedule: RetrySchedule = {
  delays: [],
  thenEvery: 20,
  jitter: 0,
  get giveUpAfter() {
    return patience;
  },
};
let callbacks: Callbacks | undefined;
const receivers: Receiver[] = [];
/** What the receivers answer. */
let status = 500;

beforeEach(async () => {
  await database.pool.query('truncate cascade.callback_parcels, cascade.waiting, cascade.waiting_lanes');
  await database.pool.query(
    'truncate cascade.accounts, cascade.messages, cascade.status_events, cascade.undelivered cascade',
  );
  status = 500;
  patience = 0;
});

afterEach(async () => {
  await callbacks?.stop();
  callbacks = undefined;
  for (const receiver of receivers.splice(0)) await receiver.close();
});

function start(): void {
  callbacks ??= startCallbacks({
    pool: database.pool,
    replica: loneReplica(),
    log: silent,
    allowLoopback: true,
    schedule,
    pauseMs: { shortest: 5, longest: 20 },
  });
}

async function receiver(): Promise<Receiver> {
  const started = await startReceiver((response) => response.writeHead(status).end());
  receivers.push(started);
  return started;
}

/** An account whose receiver refused that many events, each of a message of its own. */
async function refused(count: number): Promise<{ account: number; to: Receiver; ids: string[] }> {
  const to = await receiver();
  const account = await addAccount(database.pool, { url: to.url });
  for (let n = 0; n < count; n += 1)
    await addEvent(database.pool, account, { at: new Date(Date.UTC(2026, 10, 22, 10, n)) });
  start();
  await noEventPending(database.pool, account);
  return { account, to, ids: (await eventsOf(database.pool, account)).map(({ id }) => id) };
}

const handOverNow = () => handOver(database.pool);
const ofAccount = (accountId: number, times = always): Selection => ({
  registration: { accountId, subjectId: null },
  ...times,
});
const count = (selection: Selection) => countUndelivered(database.pool, selection);
const ask = (selection: Selection, limit = 1_000) => askToResend(database.pool, selection, limit);
const idsAt = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id']);
const statesOf = async (account: number) =>
  (await eventsOf(database.pool, account)).map(({ state }) => state);

async function registrationOf(account: number): Promise<number> {
  const { rows } = await database.pool.query('select id from cascade.callbacks where account_id = $1', [
    account,
  ]);
  return rows[0].id;
}

test('an event that was given up is sent again with its webhook-id and a fresh schedule', async () => {
  const { account, to, ids } = await refused(1);
  expect(await count(ofAccount(account))).toEqual({ events: 1, asked: 0, waiting: 0 });
  expect(await handOverNow()).toBe('nothing');
  expect(await ask({ eventId: ids[0] ?? '' })).toBe(1);
  status = 200;
  expect(await handOverNow()).toBe(1);
  await noEventPending(database.pool, account);
  expect(idsAt(to)).toEqual([ids[0], ids[0]]);
  expect(await eventsOf(database.pool, account)).toMatchObject([
    { state: 'delivered', attempts: 1, last_result: '200' },
  ]);
  expect(await count(ofAccount(account))).toEqual({ events: 0, asked: 0, waiting: 0 });
});

test('an event keeps all of its tries, and when it was sent again', async () => {
  const { account, ids } = await refused(1);
  status = 200;
  await ask({ eventId: ids[0] ?? '' });
  await handOverNow();
  await noEventPending(database.pool, account);
  const { rows } = await database.pool.query('select tries from cascade.status_events where id = $1', [
    ids[0],
  ]);
  expect(rows[0].tries).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z 500 \d+$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z resent$/),
    expect.stringMatching(/Z 200 \d+$/),
  ]);
});

test('only the events of the registration and of that time are sent again, the oldest first, up to the limit', async () => {
  const { account, ids } = await refused(4);
  const other = await refused(1);
  const times = { since: new Date('2026-11-22T10:01:00Z'), until: new Date('2026-11-22T10:03:00Z') };
  expect(await count(ofAccount(account, times))).toEqual({ events: 2, asked: 0, waiting: 0 });
  expect(await ask(ofAccount(account), 2)).toBe(2);
  status = 200;
  expect(await handOverNow()).toBe(2);
  await noEventPending(database.pool, account);
  expect(await statesOf(account)).toEqual(['delivered', 'delivered', 'given-up', 'given-up']);
  expect(await ask(ofAccount(account, times))).toBe(1);
  await handOverNow();
  await noEventPending(database.pool, account);
  expect(await statesOf(account)).toEqual(['delivered', 'delivered', 'delivered', 'given-up']);
  expect(await statesOf(other.account)).toEqual(['given-up']);
  expect(ids).toHaveLength(4);
});

test('a sender with a registration of its own is not part of that of the account', async () => {
  const to = await receiver();
  const account = await addAccount(database.pool, { url: to.url });
  await register(database.pool, account, to.url, 2);
  await addEvent(database.pool, account, { stage: { subjectId: 2 } });
  await addEvent(database.pool, account, { stage: { subjectId: 3 } });
  await addEvent(database.pool, account, { stage: { subjectId: null } });
  start();
  await noEventPending(database.pool, account);
  expect(await count({ registration: { accountId: account, subjectId: 2 }, ...always })).toMatchObject({
    events: 1,
  });
  expect(await count(ofAccount(account))).toMatchObject({ events: 2 });
});

test('50 callers that ask at once have each event sent once', async () => {
  const { account, to } = await refused(8);
  status = 200;
  const asked = await Promise.all(Array.from({ length: 50 }, () => ask(ofAccount(account))));
  expect(asked.reduce((sum, n) => sum + n, 0)).toBe(8);
  const handed = await Promise.all(Array.from({ length: 10 }, handOverNow));
  expect(handed.filter((one) => one !== 'nothing')).toEqual([8]);
  await noEventPending(database.pool, account);
  expect(to.received).toHaveLength(16);
  expect(new Set(idsAt(to)).size).toBe(8);
});

test('a resend while the back-off of the receiver lasts is delivered after it', async () => {
  // Ten failures in a row pause the lane.
  const { account, to } = await refused(12);
  expect(to.received).toHaveLength(10);
  status = 200;
  patience = 600_000;
  await ask(ofAccount(account));
  expect(await handOverNow()).toBe(12);
  await noEventPending(database.pool, account);
  expect(new Set(await statesOf(account))).toEqual(new Set(['delivered']));
  expect(to.received).toHaveLength(22);
});

test('an event that is on its way is not sent a second time', async () => {
  const account = await addAccount(database.pool, { url: 'https://receiver.example.test/' });
  await addEvent(database.pool, account);
  const [event] = await eventsOf(database.pool, account);
  expect(await recallEvent(database.pool, event?.id ?? '')).toBe('pending');
  expect(await ask({ eventId: event?.id ?? '' })).toBe(0);
  expect(await recallEvent(database.pool, 'evt_unknown')).toBeUndefined();
});

test('an event that was delivered can be sent again', async () => {
  status = 200;
  const { account, to, ids } = await refused(1);
  const [eventId = ''] = ids;
  expect(await recallEvent(database.pool, eventId)).toBe('delivered');
  await ask({ eventId });
  await handOverNow();
  await noEventPending(database.pool, account);
  expect(idsAt(to)).toEqual([eventId, eventId]);
});

test('events of one message are sent again in their order, also beside a process that sent them before', async () => {
  const to = await receiver();
  const account = await addAccount(database.pool, { url: to.url });
  const messageId = await addMessage(database.pool, account);
  const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 10, 0, second));
  await inTransaction(database.pool, (client) =>
    addChanges(client, { accountId: account, messageId }, [
      { status: 'SENT', reason: null, at: at(1) },
      { status: 'DELIVERED', reason: null, at: at(2) },
      { status: 'READ', reason: null, at: at(3) },
    ]),
  );
  start();
  await noEventPending(database.pool, account);
  status = 200;
  await ask({ messages: [{ accountId: account, messageId }] });
  expect(await handOverNow()).toBe(3);
  await noEventPending(database.pool, account);
  const order = ['SENT', 'DELIVERED', 'READ'];
  expect(to.received.map(({ event }) => event.status)).toEqual([...order, ...order]);
});

test('what is due to a disabled registration waits until it is enabled', async () => {
  status = 200;
  const { account, to } = await refused(0);
  const registration = await registrationOf(account);
  expect(await disableRegistration(database.pool, registration, 'moves to another host')).toMatchObject({
    disabledReason: 'moves to another host',
    disabledAt: expect.any(Date),
  });
  for (let n = 0; n < 3; n += 1) await addEvent(database.pool, account);
  await noEventPending(database.pool, account);
  expect(await handOverNow()).toBe('nothing');
  expect(to.received).toHaveLength(0);
  expect(await count(ofAccount(account))).toEqual({ events: 3, asked: 0, waiting: 3 });
  await enableRegistration(database.pool, registration);
  expect(await handOverNow()).toBe(3);
  await noEventPending(database.pool, account);
  expect(await statesOf(account)).toEqual(['delivered', 'delivered', 'delivered']);
});

test('the replicas hear when a registration is enabled', async () => {
  const { account } = await refused(0);
  const renewed: number[] = [];
  const listener = await database.pool.connect();
  try {
    listener.on('notification', ({ payload }) => renewed.push(Number(payload)));
    await listener.query(`listen ${renewalChannel}`);
    await enableRegistration(database.pool, await registrationOf(account));
    // What was sent before the answer to a statement comes with it.
    await listener.query('select 1');
    expect(renewed).toEqual([account]);
  } finally {
    listener.release(true);
  }
});

test('an event that was answered with 410 waits until its registration is enabled', async () => {
  status = 410;
  const { account, to } = await refused(2);
  expect(await handOverNow()).toBe('nothing');
  status = 200;
  await enableRegistration(database.pool, await registrationOf(account));
  expect(await handOverNow()).toBe(2);
  await noEventPending(database.pool, account);
  expect(new Set(idsAt(to)).size).toBe(2);
  expect(await statesOf(account)).toEqual(['delivered', 'delivered']);
});

test('an undelivered event needs less than 600 bytes', async () => {
  const account = await addAccount(database.pool, { url: 'https://receiver.example.test/' });
  const count = 2_000;
  await addUndelivered(database.pool, account, count);
  await ask(ofAccount(account), count);
  await vi.waitFor(async () => {
    // Keeps the rows of before the update as long as any session may still see them.
    await database.pool.query('vacuum full cascade.undelivered');
    const { rows } = await database.pool.query<{ bytes: number }>(
      "select pg_total_relation_size('cascade.undelivered') / count(*) as bytes from cascade.undelivered",
    );
    expect(rows[0]?.bytes).toBeLessThan(600);
  }, 60_000);
});

test('an event is sent again although 10,000 accounts before it have events that wait for a disabled receiver', async () => {
  await addWaitingAccounts(database.pool, 10_000);
  const { account, to, ids } = await refused(1);
  await ask(ofAccount(account));
  status = 200;
  expect(await handOverNow()).toBe(1);
  await noEventPending(database.pool, account);
  expect(idsAt(to)).toEqual([ids[0], ids[0]]);
  expect(await handOverNow()).toBe('nothing');
});

test('no more events than one transaction takes wait in the queue', async () => {
  const account = await addAccount(database.pool, { url: 'https://receiver.example.test/' });
  await addUndelivered(database.pool, account, 1_200);
  expect(await ask(ofAccount(account), 100_000)).toBe(1_200);
  expect(await handOverNow()).toBe(512);
  expect(await handOverNow()).toBe('later');
  expect(await count(ofAccount(account))).toEqual({ events: 688, asked: 688, waiting: 688 });
});
