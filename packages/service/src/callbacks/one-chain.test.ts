import type { ServerResponse } from 'node:http';
import { type Receiver, startReceiver } from '@cascade/repository/test-kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callbackRows } from '../due/callback-parcels.ts';
import { silent } from '../log.ts';
import { writeTogether } from '../store/prepared.ts';
import { inTransaction } from '../store/transaction.ts';
import { loneReplica } from '../testing/replicas.ts';
import { addAccount, addMessage, register } from '../testing/rows.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { dispatcherSettings } from './dispatch/dispatcher.ts';
import { type CallbackOptions, type Callbacks, startCallbacks } from './start-callbacks.ts';
import { newEventId, parcelsOfChanges, writeEvents } from './status-change.ts';
import { askToResend } from './undelivered/selection.ts';
import { handOver } from './undelivered/start-resending.ts';

const database = withTestDatabase();
const hour = 3_600_000;
const hourly = { delays: [], thenEvery: hour, giveUpAfter: 24 * hour, jitter: 0 };
const patient = { timeout: 20_000, interval: 10 };
/** Connections that the replica has lost. */
let breaks = 0;
let replica: Callbacks | undefined;
let failing: Receiver;
let slow: Receiver;
/** The attempts that the slow receiver has not answered. */
const held: ServerResponse[] = [];

vi.setConfig({ testTimeout: 60_000 });

beforeEach(async () => {
  await database.pool.query('truncate cascade.callback_parcels, cascade.waiting, cascade.waiting_lanes');
  breaks = 0;
  failing = await startReceiver((response) => response.writeHead(500).end());
  slow = await startReceiver((response) => void held.push(response));
});

afterEach(async () => {
  for (const response of held.splice(0)) response.destroy();
  await replica?.stop();
  await Promise.all([failing.close(), slow.close()]);
});

function start(options: Partial<CallbackOptions> = {}): void {
  replica = startCallbacks({
    pool: database.pool,
    replica: loneReplica(),
    breaks: () => breaks,
    log: silent,
    allowLoopback: true,
    schedule: hourly,
    pauseMs: { shortest: 5, longest: 20 },
    ...options,
  });
}

/** The sender whose events the slow receiver gets. */
const slowSender = 7;

/** An account whose other events the failing receiver gets. */
async function newAccount(): Promise<number> {
  const account = await addAccount(database.pool, { url: failing.url });
  await register(database.pool, account, slow.url, slowSender);
  return account;
}

/** Commits an event of each sender; the events share a parcel. */
async function addTogether(
  accountId: number,
  ...senders: readonly (number | null)[]
): Promise<readonly string[]> {
  return inTransaction(database.pool, async (client) => {
    const changes = [];
    for (const subjectId of senders) {
      const messageId = await addMessage(client, accountId, { stage: { subjectId } });
      const message = { accountId, messageId };
      const event = {
        eventId: newEventId(message),
        position: 1,
        status: 'SENT',
        reason: null,
        at: new Date(),
      };
      changes.push({ ...event, ...message, reported: true });
    }
    await writeTogether(client, [
      ...writeEvents(changes),
      ...callbackRows.write(parcelsOfChanges(changes), () => null),
    ]);
    return changes.map(({ eventId }) => eventId);
  });
}

/**
 * The slow receiver answers after a connection was lost, so the parcel is not done with: it is claimed again.
 */
async function runAgain(): Promise<void> {
  breaks += 1;
  for (const response of held.splice(0)) response.writeHead(200).end();
  await isQuiet();
}

/** Resolves when no callback is due or under way. */
async function isQuiet(): Promise<void> {
  const due = `select from cascade.callback_parcels
    union all
    select from cascade.waiting
    join cascade.waiting_lanes known using (account_id, lane)
    where due_at <= now() and next_at <= now() + interval '1 minute'`;
  await vi.waitFor(async () => {
    expect((await database.pool.query(due)).rowCount).toBe(0);
    expect(replica?.underWay).toBe(0);
  }, patient);
}

/** All that waits is due now. */
async function passTime(): Promise<void> {
  await database.pool.query('update cascade.waiting set due_at = now()');
  await database.pool.query('update cascade.waiting_lanes set next_at = now()');
  await isQuiet();
}

const attemptsOf = (id: string | undefined) =>
  failing.received.filter(({ headers }) => headers['webhook-id'] === id).length;

/** Resolves when the event meets the condition. */
async function isRecorded(id: string | undefined, condition: string): Promise<void> {
  await vi.waitFor(async () => {
    const sql = `select from cascade.status_events where id = $1 and ${condition}`;
    expect((await database.pool.query(sql, [id])).rowCount).toBe(1);
  }, patient);
}

/** Lets time pass until the receiver has had six attempts of the event: one each time. */
async function isAttemptedOnceEachTime(id: string | undefined): Promise<void> {
  for (let attempts = attemptsOf(id) + 1; attempts <= 6; attempts += 1) {
    await passTime();
    expect(attemptsOf(id)).toBe(attempts);
  }
}

test('an event that failed is attempted once each time, although its parcel, open for another event, is done again', async () => {
  const [failed] = await addTogether(await newAccount(), null, slowSender);
  start();
  await slow.got(1);
  await isRecorded(failed, 'attempts = 1');
  await runAgain();
  expect(attemptsOf(failed)).toBe(1);
  await isAttemptedOnceEachTime(failed);
});

test('the same of an event whose receiver was paused', async () => {
  const account = await newAccount();
  const [first] = await addTogether(account, null);
  const circuit = { failures: 1, shortestPause: hour, longestPause: hour };
  start({ dispatcher: { ...dispatcherSettings, circuit } });
  await isRecorded(first, 'attempts = 1');
  const [parked] = await addTogether(account, null, slowSender);
  await slow.got(1);
  await isRecorded(parked, "last_result = 'put-off'");
  await runAgain();
  await replica?.stop();
  start({ dispatcher: { ...dispatcherSettings, circuit: { ...circuit, failures: 1_000 } } });
  await isAttemptedOnceEachTime(parked);
});

test('the same of an event that was given up, and is sent again', async () => {
  const [failed = ''] = await addTogether(await newAccount(), null, slowSender);
  let giveUpAfter = 0;
  start({
    schedule: {
      ...hourly,
      get giveUpAfter() {
        return giveUpAfter;
      },
    },
  });
  await slow.got(1);
  await isRecorded(failed, "state = 'given-up'");
  giveUpAfter = hourly.giveUpAfter;
  await askToResend(database.pool, { eventId: failed }, 1);
  expect(await handOver(database.pool)).toBe(1);
  await isRecorded(failed, "state = 'pending' and attempts = 1");
  await runAgain();
  expect(attemptsOf(failed)).toBe(2);
  await isAttemptedOnceEachTime(failed);
});
