import type { ServerResponse } from 'node:http';
import { type Receiver, startReceiver } from '@cascade/test-kit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Jobs, openJobs } from '../jobs/open-jobs.ts';
import { queues } from '../jobs/queues.ts';
import { silent } from '../log.ts';
import { inTransaction } from '../store/transaction.ts';
import { addAccount, addMessage } from '../testing/callback-accounts.ts';
import { forgetHolder } from '../testing/forget-holder.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { dispatcherSettings } from './dispatch/dispatcher.ts';
import { newEventId } from './event-id.ts';
import { sendStatusChanges } from './send-status-changes.ts';
import { type CallbackOptions, type Callbacks, startCallbacks } from './start-callbacks.ts';
import { handOver } from './undelivered/hand-over.ts';
import { askToResend } from './undelivered/selection.ts';

const database = withTestDatabase();
const hour = 3_600_000;
const hourly = { delays: [], thenEvery: hour, giveUpAfter: 24 * hour, jitter: 0 };
const patient = { timeout: 20_000, interval: 10 };
let jobs: Jobs;
/** Connections that the replica has lost. */
let breaks = 0;
let replica: Callbacks | undefined;
let failing: Receiver;
let slow: Receiver;
/** The attempts that the slow receiver has not answered. */
const held: ServerResponse[] = [];

vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  jobs = await openJobs({ connectionString: database.connectionString, shard: database.shard });
});

beforeEach(async () => {
  await jobs.boss.deleteAllJobs(queues.callback);
  breaks = 0;
  failing = await startReceiver((response) => response.writeHead(500).end());
  slow = await startReceiver((response) => void held.push(response));
});

afterEach(async () => {
  for (const response of held.splice(0)) response.destroy();
  await replica?.stop();
  await Promise.all([failing.close(), slow.close()]);
});

afterAll(() => jobs.close());

function start(options: Partial<CallbackOptions> = {}): void {
  const losing: Jobs = Object.create(jobs, { breaks: { get: () => breaks } });
  replica = startCallbacks({
    ...{ pool: database.pool, jobs: losing, log: silent, allowLoopback: true, schedule: hourly },
    ...{ pauseMs: { shortest: 5, longest: 20 }, releasePauseMs: { busy: 5, idle: 20 } },
    ...options,
  });
}

const accountOf = ({ url }: Receiver) => addAccount(database.pool, { url });

/** Commits an event for each account; the events share a job. */
async function addTogether(...accounts: readonly number[]): Promise<readonly string[]> {
  return inTransaction(database.pool, async (client) => {
    const changes = [];
    for (const accountId of accounts) {
      const message = { accountId, messageId: await addMessage(client, accountId) };
      const event = {
        eventId: newEventId(message),
        position: 1,
        status: 'SENT',
        reason: null,
        at: new Date(),
      };
      changes.push({ ...event, ...message, reported: true });
    }
    await Promise.all(await sendStatusChanges(client, jobs, changes));
    return changes.map(({ eventId }) => eventId);
  });
}

/** The slow receiver answers after a connection was lost, so the job is not completed: it runs again. */
async function runAgain(): Promise<void> {
  breaks += 1;
  for (const response of held.splice(0)) response.writeHead(200).end();
  await vi.waitFor(() => expect(replica?.underWay).toBe(0), patient);
  expect(await count("state = 'active'")).toBe(1);
  await forgetHolder(database.pool, jobs, queues.callback);
  await isQuiet();
}

async function count(condition: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer from cascade_jobs.job where name = $1 and state < 'completed' and ${condition}`,
    [queues.callback],
  );
  return rows[0]?.count ?? 0;
}

/** Resolves when no callback is due or under way. */
async function isQuiet(): Promise<void> {
  await vi.waitFor(async () => expect(await count('start_after <= now()')).toBe(0), patient);
  await vi.waitFor(() => expect(replica?.underWay).toBe(0), patient);
}

/** All that waits is due now. */
async function passTime(): Promise<void> {
  await database.pool.query('update cascade.parked_callbacks set due_at = now()');
  await vi.waitFor(async () => {
    const { rowCount } = await database.pool.query('select from cascade.parked_callbacks limit 1');
    expect(rowCount).toBe(0);
  }, patient);
  await database.pool.query(
    "update cascade_jobs.job set start_after = now() where name = $1 and state = 'created'",
    [queues.callback],
  );
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

test('an event that failed is attempted once each time, although its job, open for another event, runs again', async () => {
  const [failed] = await addTogether(await accountOf(failing), await accountOf(slow));
  start();
  await slow.got(1);
  await isRecorded(failed, 'attempts = 1');
  await runAgain();
  expect(attemptsOf(failed)).toBe(1);
  await isAttemptedOnceEachTime(failed);
});

test('the same of an event that was parked', async () => {
  const account = await accountOf(failing);
  const [first] = await addTogether(account);
  const circuit = { failures: 1, shortestPause: hour, longestPause: hour };
  start({ dispatcher: { ...dispatcherSettings, circuit } });
  await isRecorded(first, 'attempts = 1');
  const [parked] = await addTogether(account, await accountOf(slow));
  await slow.got(1);
  await isRecorded(parked, "last_result = 'put-off'");
  await runAgain();
  await replica?.stop();
  start({ dispatcher: { ...dispatcherSettings, circuit: { ...circuit, failures: 1_000 } } });
  await isAttemptedOnceEachTime(parked);
});

test('the same of an event that was given up, and is sent again', async () => {
  const [failed = ''] = await addTogether(await accountOf(failing), await accountOf(slow));
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
  expect(await handOver(database.pool, jobs)).toBe(1);
  await isRecorded(failed, "state = 'pending' and attempts = 1");
  await runAgain();
  expect(attemptsOf(failed)).toBe(2);
  await isAttemptedOnceEachTime(failed);
});
