import { setTimeout } from 'node:timers/promises';
import { strict } from '@cascade/lenient-requests';
import { type Receiver, startReceiver } from '@cascade/test-kit';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createSetCallback } from '../../api/set-callback.ts';
import { systemClock } from '../../clock.ts';
import { type Jobs, openJobs } from '../../jobs/open-jobs.ts';
import { silent } from '../../log.ts';
import { createPool } from '../../store/create-pool.ts';
import { inTransaction } from '../../store/transaction.ts';
import { addAccount, addEvent, addMessage, eventsOf } from '../../testing/callback-accounts.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import { dispatcherSettings } from '../dispatch/dispatcher.ts';
import { newEventId } from '../event-id.ts';
import { type Callbacks, startCallbacks } from '../start-callbacks.ts';
import { parkCallbacks } from './park-callbacks.ts';

const database = withTestDatabase();
const patient = { timeout: 50_000, interval: 50 };
let jobs: Jobs;
let receiver: Receiver;
let isUp = false;
let account: number;
/** On a cluster, a replica works on the node that has the tables. */
let pool: Pool;
const running: Callbacks[] = [];
/** Milliseconds that the clocks of the replicas are ahead. */
let passed = 0;

vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  jobs = await openJobs({ connectionString: database.connectionString, shard: database.shard });
  pool = createPool({ connectionString: database.home, shard: database.shard });
});

beforeEach(async () => {
  isUp = false;
  receiver = await startReceiver((response, { method }) => {
    response.writeHead(isUp || method === 'HEAD' ? 200 : 500).end();
  });
  account = await addAccount(database.pool, { url: receiver.url });
});

afterEach(async () => {
  for (const callbacks of running.splice(0)) await callbacks.stop();
  await receiver.close();
});

afterAll(() => Promise.all([jobs.close(), pool.end()]));

/** A replica whose pauses take that long, in milliseconds. */
function startReplica(pause: number): void {
  const circuit = { failures: 3, shortestPause: pause, longestPause: pause };
  running.push(
    startCallbacks({
      ...{ pool, announcements: database.pool, jobs, log: silent, allowLoopback: true },
      schedule: { delays: [], thenEvery: 5, giveUpAfter: 86_400_000, jitter: 0 },
      dispatcher: { ...dispatcherSettings, circuit },
      pauseMs: { shortest: 5, longest: 20 },
      releasePauseMs: { busy: 5, idle: 20 },
      clock: { ...systemClock, monotonic: () => systemClock.monotonic() + passed },
    }),
  );
}

/** Adds events until `count` are parked. */
async function park(count: number): Promise<void> {
  const sql = 'select count(*) from cascade.parked_callbacks where account_id = $1';
  await vi.waitFor(async () => {
    await addEvent(database.pool, jobs, account);
    const { rows } = await database.pool.query<{ count: number }>(sql, [account]);
    expect(rows[0]?.count).toBeGreaterThanOrEqual(count);
  }, patient);
}

const allAreDelivered = () =>
  vi.waitFor(async () => {
    const events = await eventsOf(database.pool, account);
    expect(events.filter(({ state }) => state !== 'delivered')).toEqual([]);
  }, patient);

/** Registers a URL of the receiver, as the account does. */
async function register(url: string): Promise<void> {
  const settings = { lenient: strict, requestsPerSecond: null };
  const setCallback = createSetCallback({ pool: database.pool, allowLoopback: true });
  const owner = { id: account, name: 'owner', cascades: new Map(), settings };
  expect(await setCallback(owner, { statusCallbackUrl: url })).toHaveProperty('body');
}

test('once a probe succeeds, everything is sent: nothing waits until it is due in half an hour', async () => {
  startReplica(200);
  await park(50);
  isUp = true;
  await allAreDelivered();
});

test.each(['the same URL', 'another one'])(
  'an account that registers %s does not wait for the end of the pause, on any replica',
  async (which) => {
    startReplica(3_600_000);
    startReplica(3_600_000);
    await park(50);
    isUp = true;
    const url = which === 'another one' ? `${receiver.url}?v=2` : receiver.url;
    // A replica that does not listen yet misses the first one.
    for (let count = 0; count < 3; count += 1) {
      await register(url);
      await setTimeout(100);
    }
    await allAreDelivered();
  },
);

test('a process that starts later has what an earlier one parked sent after its first success', async () => {
  startReplica(3_600_000);
  await park(20);
  await running.pop()?.stop();
  isUp = true;
  startReplica(3_600_000);
  await addEvent(database.pool, jobs, account);
  await allAreDelivered();
});

/** Leaves an event that is parked for that many milliseconds, as a process that has ended. */
async function leaveParked(delayMs: number): Promise<void> {
  await inTransaction(database.pool, async (client) => {
    const message = { accountId: account, messageId: await addMessage(client, account) };
    const eventId = newEventId(message);
    await client.query(
      `insert into cascade.status_events (id, account_id, message_id, position, status, at)
       values ($1, $2, $3, 1, 'SENT', now())`,
      [eventId, account, message.messageId],
    );
    await parkCallbacks(client, [{ eventId, turn: 0, accountId: account, url: receiver.url, delayMs }]);
  });
}

test('what another process parked before it ended returns five minutes after a success, not when it is due in six hours', async () => {
  isUp = true;
  startReplica(3_600_000);
  await addEvent(database.pool, jobs, account);
  // The replica has asked for what is parked.
  await allAreDelivered();
  for (const delayMs of [0, 0, 0, 0]) await leaveParked(delayMs);
  for (let count = 0; count < 6; count += 1) await leaveParked(6 * 3_600_000);
  await receiver.got(5);
  passed += 300_000;
  await receiver.got(11);
  await allAreDelivered();
});
