import { type FaultyReceiver, startFaultyReceiver } from '@cascade/repository/test-kit';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dispatcherSettings } from '../src/callbacks/dispatch/dispatcher.ts';
import type { RunningService } from '../src/service-options.ts';
import { anAccount } from '../src/testing/declare.ts';
import { scheduling, send } from '../src/testing/requests.ts';
import { startTestService } from '../src/testing/start-test-service.ts';
import { withTestDatabase } from '../src/testing/test-database.ts';

/** These refuse an event, so that it has to come again. */
const refusing = ['down', 'slow', 'redirecting', 'failing'] as const;
/** These say 200, and would not let go of the connection. */
const clinging = ['hanging', 'endless'] as const;
const faults = [...refusing, ...clinging, 'gone'] as const;
const messages = 40;
const timeoutMs = 10_000; // of a callback attempt
const patience = { timeout: 120_000, interval: 20 };

const database = withTestDatabase();
const receivers = new Map<string, FaultyReceiver>();
let elsewhere: FaultyReceiver;
let service: RunningService;

beforeAll(async () => {
  const slowMilliseconds = 2 * timeoutMs;
  elsewhere = await startFaultyReceiver({ slowMilliseconds });
  for (const name of ['healthy', ...faults])
    receivers.set(
      name,
      await startFaultyReceiver({
        slowMilliseconds,
        elsewhere: elsewhere.url,
      }),
    );
  for (const fault of faults) await receiver(fault).become(fault);
  const accounts = [...receivers].map(([name, { url }]) =>
    anAccount(name, { balance: 1_000_000, callback: { url } }),
  );
  service = await startTestService({
    database: database.connectionString,
    accounts: [...accounts],
    config: {
      lagSeconds: 3_600,
      callbacks: {
        timeoutMs,
        schedule: { delays: [50, 100], thenEvery: 200, giveUpAfter: 600_000, jitter: 0.1 },
        dispatcher: {
          ...dispatcherSettings,
          circuit: { failures: 10, shortestPause: 20, longestPause: 200 },
        },
      },
    },
  });
});

afterAll(async () => {
  await service?.close();
  for (const one of [...receivers.values(), elsewhere]) await one?.close();
});

test('a healthy receiver has everything while those that are faulty beside it wait', {
  timeout: 300_000,
}, async () => {
  for (const fault of faults) await schedule(fault, messages);
  for (const fault of refusing) await outbox(fault, ({ tried, delivered }) => tried > 0 && delivered === 0);
  for (const fault of clinging) await vi.waitUntil(() => receiver(fault).attempts > 0, patience);

  await schedule('healthy', messages);
  const { delivered } = await outbox('healthy', ({ notEnded, pending }) => notEnded + pending === 0);
  expect(delivered).toBeGreaterThanOrEqual(messages);
  for (const fault of refusing) {
    const beside = await outboxOf(database.pool, fault);
    expect(beside, fault).toMatchObject({ notEnded: 0, delivered: 0, givenUp: 0 });
    expect(beside.pending, fault).toBe(delivered);
  }
  // That none waits for the time-out of another receiver is shown in start-callbacks.test.ts, without a
  // clock.
});

test('410 ends all attempts, and those of later messages', async () => {
  await outbox('gone', ({ notEnded, pending }) => notEnded + pending === 0);
  const { attempts } = receiver('gone');
  // Those that were on their way when the first answer came, and none after them.
  expect(attempts).toBeLessThanOrEqual(dispatcherSettings.limit.most);
  await schedule('gone', 5);
  const { delivered } = await outbox('gone', ({ notEnded, pending }) => notEnded + pending === 0);
  expect(delivered).toBe(0);
  expect(receiver('gone').attempts).toBe(attempts);
});

test('a receiver that recovers gets each event that it missed, once', { timeout: 300_000 }, async () => {
  const recovering = [...refusing, ...clinging];
  for (const fault of recovering) await receiver(fault).become(null);
  for (const fault of recovering) {
    await outbox(fault, ({ pending, givenUp }) => pending + givenUp === 0);
    const ids = await eventIdsOf(database.pool, fault);
    expect(ids.length, fault).toBeGreaterThanOrEqual(messages);
    expect(receiver(fault).taken, fault).toEqual(new Map(ids.map((id) => [id, 1])));
  }
  expect(elsewhere.attempts).toBe(0);
});

function receiver(name: string): FaultyReceiver {
  const found = receivers.get(name);
  if (found === undefined) throw new Error(`there is no receiver ${name}`);
  return found;
}

async function schedule(account: string, count: number): Promise<void> {
  const requests = Array.from({ length: count }, () => scheduling({}, `${account}-key`));
  const answers = await Promise.all(requests.map((request) => send(service.url, request)));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
}

/** The outbox of the account, as soon as it is like that. */
async function outbox(account: string, isSo: (found: Outbox) => boolean): Promise<Outbox> {
  let found = await outboxOf(database.pool, account);
  await vi.waitFor(async () => {
    found = await outboxOf(database.pool, account);
    expect(isSo(found), `${account}: ${JSON.stringify(found)}`).toBe(true);
  }, patience);
  return found;
}

/** The messages and status events of an account, counted. */
interface Outbox {
  /** Messages that may yet have status events. */
  readonly notEnded: number;
  /** Status events by their state. */
  readonly pending: number;
  readonly delivered: number;
  readonly givenUp: number;
  /** Status events of which an attempt was recorded. */
  readonly tried: number;
}

async function outboxOf(pool: Pool, account: string): Promise<Outbox> {
  const { rows } = await pool.query<Outbox>(counts, [account]);
  const [row] = rows;
  if (row === undefined) throw new Error(`nothing was counted of the account ${account}`);
  return row;
}

/** The ids of all status events of an account, which are the `webhook-id` of their callbacks. */
async function eventIdsOf(pool: Pool, account: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(`select event.id from ${events}`, [account]);
  return rows.map(({ id }) => id);
}

const messagesOf = `cascade.messages message
  join cascade.accounts account on account.id = message.account_id and account.name = $1`;
const events = `${messagesOf} join cascade.status_events event on event.message_id = message.id`;

const counts = `select
  (select count(*)::int from ${messagesOf} where message.state <> 'ended') as "notEnded",
  count(*) filter (where event.state = 'pending')::int as pending,
  count(*) filter (where event.state = 'delivered')::int as delivered,
  count(*) filter (where event.state = 'given-up')::int as "givenUp",
  count(*) filter (where event.attempts > 0)::int as tried
from ${events}`;
