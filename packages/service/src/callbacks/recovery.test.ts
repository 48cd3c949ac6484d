import { setTimeout } from 'node:timers/promises';
import { type Receiver, startReceiver } from '@cascade/repository/test-kit';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { completeSettings } from '../accounts/account-settings.ts';
import { createSetCallback } from '../api/set-callback.ts';
import { silent } from '../log.ts';
import { createPool } from '../store/create-pool.ts';
import { loneReplica } from '../testing/replicas.ts';
import { addAccount, addEvent, eventsOf } from '../testing/rows.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { dispatcherSettings } from './dispatch/dispatcher.ts';
import { type Callbacks, startCallbacks } from './start-callbacks.ts';

const database = withTestDatabase();
const patient = { timeout: 50_000, interval: 50 };
let receiver: Receiver;
let isUp = false;
let account: number;
/** On a cluster, a replica works on the node that has the tables. */
let pool: Pool;
const running: Callbacks[] = [];

vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  pool = createPool({ connectionString: database.home, tables: database.tables });
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

afterAll(() => pool.end());

/** A replica whose pauses take that long, in milliseconds. */
function startReplica(pause: number): void {
  const circuit = { failures: 3, shortestPause: pause, longestPause: pause };
  running.push(
    startCallbacks({
      pool,
      announcements: database.pool,
      replica: loneReplica(),
      log: silent,
      allowLoopback: true,
      schedule: { delays: [], thenEvery: 5, giveUpAfter: 86_400_000, jitter: 0 },
      dispatcher: { ...dispatcherSettings, circuit },
      pauseMs: { shortest: 5, longest: 20 },
    }),
  );
}

/** Adds events until `count` wait. */
async function putOff(count: number): Promise<void> {
  const sql = 'select count(*) from cascade.waiting where account_id = $1';
  await vi.waitFor(async () => {
    await addEvent(database.pool, account);
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
  const settings = completeSettings({});
  const setCallback = createSetCallback({ pool: database.pool, allowLoopback: true });
  const owner = { id: account, name: 'owner', cascades: new Map(), settings, senders: [], templates: [] };
  expect(await setCallback(owner, { statusCallbackUrl: url })).toHaveProperty('body');
}

test('once a probe succeeds, everything is sent: nothing waits for another probe', async () => {
  startReplica(200);
  await putOff(50);
  isUp = true;
  await allAreDelivered();
});

test.each(['the same URL', 'another one'])(
  'an account that registers %s does not wait for the end of the pause, on any replica',
  async (which) => {
    startReplica(3_600_000);
    startReplica(3_600_000);
    await putOff(50);
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

test('a process that starts later has what an earlier one put off sent after its first success', async () => {
  startReplica(3_600_000);
  await putOff(20);
  await running.pop()?.stop();
  isUp = true;
  startReplica(3_600_000);
  await addEvent(database.pool, account);
  await allAreDelivered();
});
