import { once } from 'node:events';
import { stageOf } from '@cascade/transition/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parcelsOfChanges, type StatusChange, writeEvents } from '../callbacks/status-change.ts';
import { callbackRows } from '../due/callback-parcels.ts';
import type { Gateway } from '../gateways/gateway.ts';
import { createSimulator, type Simulator } from '../gateways/simulator.ts';
import type { FirstStages } from '../intake/commit-batch.ts';
import { silent } from '../log.ts';
import { stopBudget } from '../stop-budget.ts';
import { writeTogether } from '../store/prepared.ts';
import { inTransaction } from '../store/transaction.ts';
import { booksOf } from '../testing/audit.ts';
import { accepting } from '../testing/job-table.ts';
import { livingReplica } from '../testing/replicas.ts';
import { addAccount, insertMessage, type TestMessage } from '../testing/rows.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { startEngine } from './start-engine.ts';

const database = withTestDatabase();
type Engine = ReturnType<typeof startEngine>;

const engines: Engine[] = [];
let simulator: Simulator;
const sent = new Map<string, number>();
let scheduled = 0;

beforeAll(async () => {
  simulator = createSimulator({
    onReceipt: async (receipt) => {
      await engines[0]?.onReceipt(receipt);
    },
  });
  const gateway = {
    send: (...[attempt, lease]: Parameters<Simulator['send']>) => {
      sent.set(attempt.attemptId, (sent.get(attempt.attemptId) ?? 0) + 1);
      return simulator.send(attempt, lease);
    },
  };
  // Two replicas, as far as the database can tell.
  engines.push(await start(gateway), await start(gateway));
});

async function start(gateway: Gateway): Promise<Engine> {
  const { pool } = database;
  const callbacks = {
    report(changes: readonly StatusChange[]) {
      const parcels = callbackRows.write(parcelsOfChanges(changes), () => null);
      return { parts: [...writeEvents(changes), ...parcels], committed() {}, notCommitted() {} };
    },
  };
  const replica = await livingReplica(pool);
  return startEngine({ pool, callbacks, gateways: () => gateway, replica, log: silent });
}

afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  simulator?.stop();
});

/** Like the intake: the message and its first stage are one commit. */
async function schedule(
  message: TestMessage,
  startAt: Date | null = null,
  engine = engines[scheduled % engines.length],
): Promise<number> {
  const { accountId } = message;
  scheduled += 1;
  let written: FirstStages['written'] | undefined;
  const messageId = await inTransaction(database.pool, async (client, write) => {
    const id = await insertMessage(client, message);
    written = engine?.enqueue([{ accountId, messageId: id, startAt, isHeavy: false }]).written;
    write(writeTogether(client, written?.parts ?? [], { first: accepting([[id]]) }));
    return id;
  });
  written?.committed(new Set([messageId]));
  return messageId;
}

async function eventsOf(pool: Pool, messageId: number): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `select concat_ws(' ', position, status, reason) as text from cascade.status_events
     where message_id = $1 order by at, position, array_position('{ENQUEUED,SENT,EXPIRED,UNDELIVERED,DELIVERED}', status)`,
    [messageId],
  );
  return rows.map(({ text }) => text);
}

const patience = { timeout: 60_000, interval: 20 };

test('runs a cascade with the real queues and callbacks', async () => {
  const accountId = await addAccount(database.pool, { balance: 100 });
  const plan = [stageOf({ ttlSeconds: 3, price: 2 }), stageOf({ channel: 'CHATONE', price: 3 })];
  const messageId = await schedule({ accountId, plan, address: '+12025550123' });
  await vi.waitFor(async () => {
    expect(await eventsOf(database.pool, messageId)).toEqual([
      '1 ENQUEUED',
      '1 SENT',
      '1 EXPIRED',
      '2 ENQUEUED',
      '2 SENT',
    ]);
  }, patience);
  expect(await booksOf(database.pool, accountId)).toMatchObject({ balance: 95, reserved: 0 });
});

test('does not start before its start time', async () => {
  const accountId = await addAccount(database.pool, { balance: 100 });
  const early = await schedule({ accountId, plan: [stageOf()] }, new Date(Date.now() + 3_600_000));
  const prompt = await schedule({ accountId, plan: [stageOf()] });
  await vi.waitFor(async () => expect(await eventsOf(database.pool, prompt)).toHaveLength(3), patience);
  expect(await eventsOf(database.pool, early)).toEqual([]);
});

test('a stop aborts a call that goes on, and another replica sends the attempt', async () => {
  const called: string[] = [];
  const stopped = await start({
    async send({ attemptId }, { signal }) {
      called.push(attemptId);
      await once(signal, 'abort');
      throw signal.reason;
    },
  });
  const accountId = await addAccount(database.pool, { balance: 100 });
  const messageId = await schedule({ accountId, plan: [stageOf()] }, null, stopped);
  await vi.waitFor(() => expect(called).toHaveLength(1), patience);
  const begin = performance.now();
  await stopped.stop(stopBudget.gateways - 0.1);
  // The call would time out after a minute.
  expect(performance.now() - begin).toBeLessThan(30_000);
  await vi.waitFor(async () => expect(await eventsOf(database.pool, messageId)).toHaveLength(3), patience);
  expect(called.map((attemptId) => sent.get(attemptId))).toEqual([1]);
});

test('shares the work between replicas: 300 messages of 3 accounts, none twice, none left', async () => {
  const { pool } = database;
  sent.clear();
  const accounts = await Promise.all([1, 2, 3].map(() => addAccount(pool, { balance: 10_000 })));
  const plan = [stageOf({ price: 1 }), stageOf({ price: 1 }), stageOf({ price: 1 })];
  const addresses = ['+12025550199', '+12025550112'];
  const ids = await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      schedule({ plan, accountId: accounts[n % 3] ?? 0, address: addresses[n % 2] ?? '' }),
    ),
  );
  await vi.waitFor(async () => {
    const { rows } = await pool.query("select from cascade.messages where id = any($1) and state = 'ended'", [
      ids,
    ]);
    expect(rows).toHaveLength(300);
  }, patience);
  for (const account of accounts)
    expect(await booksOf(pool, account)).toMatchObject({
      balance: 10_000 - 50 - 150,
      reserved: 0,
      spent: 200,
    });
  expect(sent.size).toBe(150 + 450);
  expect(new Set(sent.values())).toEqual(new Set([1]));
});
