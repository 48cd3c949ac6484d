import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Receiver, startReceiver } from '@cascade/repository/test-kit';
import { expect, test } from 'vitest';
import { silent } from '../log.ts';
import { joinReplicas } from '../store/replica.ts';
import { freeWork, loneReplica } from '../testing/replicas.ts';
import { addAccount, addEvent, addUndelivered, eventsOf, noEventPending } from '../testing/rows.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { startCallbacks } from './start-callbacks.ts';
import { askToResend, countUndelivered } from './undelivered/selection.ts';
import { startResending } from './undelivered/start-resending.ts';

const database = withTestDatabase();
const program = fileURLToPath(new URL('../testing/send-in-child.ts', import.meta.url));

/** Sends in another process, which is killed once the receiver has `count` requests. */
async function sendAndKill(receiver: Receiver, count: number): Promise<void> {
  const shard = database.tables === undefined ? [] : ['0'];
  const child = spawn(process.execPath, [program, database.connectionString, ...shard], { stdio: 'inherit' });
  const exit = once(child, 'exit');
  await Promise.race([receiver.got(count), exit]);
  child.kill('SIGKILL');
  expect(await exit).toEqual([null, 'SIGKILL']);
}

/** Acts as the replica that takes over ten seconds later. */
async function takeOver(account: number): Promise<void> {
  await freeWork(database.pool);
  const callbacks = startCallbacks({
    pool: database.pool,
    replica: loneReplica(),
    log: silent,
    allowLoopback: true,
  });
  await noEventPending(database.pool, account);
  await callbacks.stop();
}

test('repeats an attempt whose outcome a crash lost, with the same webhook-id', async () => {
  // The first request is never answered: the sender is killed between sending and recording.
  const receiver = await startReceiver((response, _received, index) => {
    if (index > 0) response.writeHead(200).end();
  });
  const account = await addAccount(database.pool, { url: receiver.url });
  await addEvent(database.pool, account);
  await sendAndKill(receiver, 1);
  await takeOver(account);
  const [first, second] = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(receiver.received).toHaveLength(2);
  expect(second).toBe(first);
  expect(await eventsOf(database.pool, account)).toMatchObject([{ id: first, state: 'delivered' }]);
  await receiver.close();
});

test('loses no event when a process is killed that sends undelivered events again', async () => {
  const receiver = await startReceiver();
  const account = await addAccount(database.pool, { url: receiver.url });
  const count = 600;
  await addUndelivered(database.pool, account, count);
  const selection = { registration: { accountId: account, subjectId: null } };
  expect(await askToResend(database.pool, selection, count)).toBe(count);
  for (const got of [100, 300]) {
    await sendAndKill(receiver, got);
    await freeWork(database.pool);
  }
  const options = { pool: database.pool, replica: loneReplica(), log: silent };
  const resending = startResending({ ...options, pauseMs: { shortest: 5, longest: 50 } });
  const callbacks = startCallbacks({ ...options, allowLoopback: true });
  await expect
    .poll(() => countUndelivered(database.pool, selection), { timeout: 300_000 })
    .toEqual({ events: 0, asked: 0, waiting: 0 });
  await noEventPending(database.pool, account);
  await resending.stop();
  await callbacks.stop();
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(count);
  // What was under way at a kill is sent again, once by each of the later two processes.
  const times = [...Map.groupBy(ids, (id) => id).values()].map(({ length }) => length);
  expect(Math.max(...times)).toBeLessThanOrEqual(3);
  const events = await eventsOf(database.pool, account);
  expect(events.filter(({ state }) => state !== 'delivered')).toEqual([]);
  await receiver.close();
}, 600_000);

test('loses no event when the sending process is killed', async () => {
  const receiver = await startReceiver((response) => {
    setImmediate(() => response.writeHead(200).end());
  });
  const account = await addAccount(database.pool, { url: receiver.url });
  for (let index = 0; index < 50; index += 1) await addEvent(database.pool, account);
  await sendAndKill(receiver, 15);
  const before = await eventsOf(database.pool, account);
  expect(before.some(({ state }) => state === 'pending')).toBe(true);
  await takeOver(account);
  const events = await eventsOf(database.pool, account);
  expect(events.map(({ state }) => state)).toEqual(Array(50).fill('delivered'));
  const got = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  expect(got).toEqual(new Set(events.map(({ id }) => id)));
  await receiver.close();
});

/** How long a running replica takes to send an event on this machine now. */
async function secondsToSend(receiver: Receiver, account: number): Promise<number> {
  const before = receiver.received.length;
  const begin = performance.now();
  await addEvent(database.pool, account);
  await receiver.got(before + 1);
  return (performance.now() - begin) / 1_000;
}

test('what a replica owned that died is sent by another one, 12 seconds later at most on an idle machine', async () => {
  const receiver = await startReceiver();
  const account = await addAccount(database.pool, { url: receiver.url });
  const { pool } = database;
  // It beats once, and then no more.
  const dead = await joinReplicas({ pool, log: silent, pause: () => new Promise(() => {}) });
  const diedAt = performance.now();
  await addEvent(pool, account);
  await pool.query('update cascade.callback_parcels set owner = $1', [dead.id]);
  const replica = await joinReplicas({ pool, log: silent });
  const callbacks = startCallbacks({ pool, replica, log: silent, allowLoopback: true });
  await receiver.got(1);
  const seconds = (performance.now() - diedAt) / 1_000;
  const usual = await secondsToSend(receiver, account);
  process.stdout.write(`sent again after ${seconds.toFixed(1)} s, usually after ${usual.toFixed(1)} s\n`);
  expect(seconds).toBeGreaterThan(7);
  // Taking over takes some steps that each are as slow as the machine is now.
  expect(seconds).toBeLessThan(15 + 10 * usual);
  await noEventPending(pool, account);
  await callbacks.stop();
  await replica.leave();
  await receiver.close();
});
