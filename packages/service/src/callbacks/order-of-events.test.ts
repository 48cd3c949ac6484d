import { type Receiver, startReceiver } from '@cascade/repository/test-kit';
import { afterEach, expect, test } from 'vitest';
import { claimCallbacks } from '../due/callback-parcels.ts';
import { silent } from '../log.ts';
import { inTransaction } from '../store/transaction.ts';
import { firstAttempts, judgeOrder, type SeenAttempt } from '../testing/judge-order.ts';
import { freeWork, type LoneReplica, loneReplica } from '../testing/replicas.ts';
import { addAccount, addChanges, addMessage, eventsOf, noEventPending, register } from '../testing/rows.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { type Callbacks, startCallbacks } from './start-callbacks.ts';
import type { StatusChange } from './status-change.ts';

const database = withTestDatabase();
const statuses = ['ENQUEUED', 'SENT', 'DELIVERED', 'READ'];
const start = new Date('2026-11-22T12:00:00Z');
/** An owner that has ended. */
const ended = 1_000_000;
const replicas: { readonly replica: LoneReplica; readonly callbacks: Callbacks }[] = [];
/** Events that had no answer, or were put off by a back-off: then the next may start (ADR-0037). */
const spoilt = new Set<string>();
let receiver: Receiver | undefined;

afterEach(async () => {
  for (const { callbacks } of replicas.splice(0)) await callbacks.stop();
  await receiver?.close();
});

function change(
  accountId: number,
  messageId: number,
  changes: Parameters<typeof addChanges>[2],
): Promise<readonly StatusChange[]> {
  const message = { accountId, messageId };
  return inTransaction(database.pool, (client) => addChanges(client, message, changes));
}

function startReplica(): void {
  const { pool } = database;
  const pauseMs = { shortest: 5, longest: 20 };
  const schedule = { delays: [5, 10, 15], thenEvery: 20, giveUpAfter: 60_000, jitter: 0 };
  const replica = loneReplica();
  replicas.push({
    replica,
    callbacks: startCallbacks({
      pool,
      replica,
      log: silent,
      onOutcome: ({ eventId, result }) => {
        if (![null, '204', '503'].includes(result)) spoilt.add(eventId);
      },
      allowLoopback: true,
      schedule,
      pauseMs,
    }),
  });
}

const inOrder = { reversed: [], equal: [], overlapping: [] };

/**
 * Takes a random time for each request, and refuses some. Its attempts, repeats included, in order of
 * arrival.
 */
async function startThreadedReceiver(refused: number): Promise<readonly SeenAttempt[]> {
  const attempts: SeenAttempt[] = [];
  receiver = await startReceiver((response, { event, headers }) => {
    const attempt = {
      eventId: String(headers['webhook-id']),
      messageId: Number(event.messageId),
      stage: String(event.cascadeStageUUID),
      status: String(event.status),
      statusAt: String(event.statusAt),
      beganAt: performance.now(),
      endedAt: Number.POSITIVE_INFINITY,
    };
    attempts.push(attempt);
    setTimeout(() => {
      attempt.endedAt = performance.now();
      response.writeHead(Math.random() < refused ? 503 : 204).end();
    }, Math.random() * 25);
  });
  return attempts;
}

test.each([
  { messages: 80, processes: 1, refused: 0 },
  { messages: 80, processes: 3, refused: 0.3 },
])(
  '$messages messages from $processes process(es): no first attempt overtakes an earlier one',
  async ({ messages, processes, refused }) => {
    const attempts = await startThreadedReceiver(refused);
    const account = await addAccount(database.pool, { url: receiver?.url ?? '' });
    const ids = await Promise.all(Array.from({ length: messages }, () => addMessage(database.pool, account)));
    for (let index = 0; index < processes; index += 1) startReplica();
    // Some in one transaction, as a response of a gateway; some apart, as receipts.
    for (const [from, to] of [
      [0, 1],
      [1, 3],
      [3, 4],
    ] as const)
      await Promise.all(
        ids.map((id) =>
          change(
            account,
            id,
            statuses.slice(from, to).map((status, index) => ({
              status,
              reason: null,
              at: new Date(start.getTime() + from + index),
            })),
          ),
        ),
      );
    await noEventPending(database.pool, account);
    // What is committed is told afterwards.
    await Promise.all(replicas.map(({ callbacks }) => callbacks.stop()));
    const first = firstAttempts(attempts);
    expect(first).toHaveLength(messages * statuses.length);
    const spoiltMessages = new Set(
      first.filter(({ eventId }) => spoilt.has(eventId)).map(({ messageId }) => messageId),
    );
    const judged = first.filter(({ messageId }) => !spoiltMessages.has(messageId));
    expect(judged.length).toBeGreaterThan(0);
    expect(judgeOrder(judged)).toEqual(inOrder);
  },
);

test('an event that a crash took away before its first attempt lets the later ones wait, then go on', async () => {
  const attempts = await startThreadedReceiver(0);
  const account = await addAccount(database.pool, { url: receiver?.url ?? '' });
  const id = await addMessage(database.pool, account);
  await change(account, id, [{ status: 'ENQUEUED', reason: null, at: start }]);
  // A process that took it and ended.
  await claimCallbacks(database.pool, ended);
  await change(account, id, [{ status: 'SENT', reason: null, at: new Date(start.getTime() + 1) }]);
  startReplica();
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(attempts).toEqual([]);
  await freeWork(database.pool, ended);
  await noEventPending(database.pool, account);
  expect(attempts.map(({ status }) => status)).toEqual(['ENQUEUED', 'SENT']);
  expect(judgeOrder(attempts)).toEqual(inOrder);
});

test('events wait for an earlier one for ten minutes at most', async () => {
  const attempts = await startThreadedReceiver(0);
  const account = await addAccount(database.pool, { url: receiver?.url ?? '' });
  const id = await addMessage(database.pool, account);
  await change(account, id, [{ status: 'ENQUEUED', reason: null, at: start }]);
  await claimCallbacks(database.pool, ended);
  await change(account, id, [{ status: 'SENT', reason: null, at: new Date(start.getTime() + 1) }]);
  await database.pool.query(
    `update cascade.status_events set first_due_at = now() - interval '11 minutes' where message_id = $1`,
    [id],
  );
  startReplica();
  await receiver?.got(1);
  expect(attempts.map(({ status }) => status)).toEqual(['SENT']);
  await freeWork(database.pool, ended);
  await noEventPending(database.pool, account);
});

test('an event to another receiver does not wait for an event that a back-off put off', async () => {
  const attempts = await startThreadedReceiver(0);
  const account = await addAccount(database.pool, {});
  await register(database.pool, account, receiver?.url ?? '');
  const id = await addMessage(database.pool, account);
  await change(account, id, [{ status: 'ENQUEUED', reason: null, at: start }]);
  await claimCallbacks(database.pool, ended);
  await database.pool.query(
    "update cascade.status_events set last_result = 'put-off', first_due_at = now() where message_id = $1",
    [id],
  );
  await change(account, id, [{ status: 'SENT', reason: null, at: new Date(start.getTime() + 1) }]);
  startReplica();
  await receiver?.got(1);
  expect(attempts.map(({ status }) => status)).toEqual(['SENT']);
  await freeWork(database.pool, ended);
  await noEventPending(database.pool, account);
  expect((await eventsOf(database.pool, account)).map(({ state }) => state)).toEqual([
    'delivered',
    'delivered',
  ]);
});
