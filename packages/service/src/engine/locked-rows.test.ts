import { stageOf } from '@cascade/transition/testing';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type MessageKey, newKeyedId } from '../store/message-key.ts';
import { createJobTable } from '../testing/job-table.ts';
import { addAccount, insertMessage } from '../testing/rows.ts';
import { withSilencedPool } from '../testing/silenced-pool.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { applyBatch } from './apply-batch.ts';
import { createApplier } from './create-applier.ts';
import type { EngineEvent } from './events.ts';
import { reportsOfReceipt } from './gateway-reports.ts';
import { defaultSettings } from './start-engine.ts';

const database = withTestDatabase();
const limited = withSilencedPool(database, { lock: 500, answer: 0 });
const patient = withSilencedPool(database, { lock: 600_000, answer: 0 });
const silenced = withSilencedPool(database);
const at = new Date('2026-11-21T12:00:00Z');
const now = () => at;
let table: Awaited<ReturnType<typeof createJobTable>>;

const someReplica = 1_000;

beforeAll(async () => {
  table = await createJobTable(database.pool);
  await database.pool.query('insert into cascade.replicas (id) values ($1)', [someReplica]);
});

function applierOn(pool: typeof database.pool) {
  return createApplier(table.storeOf(pool, now), { ...defaultSettings, now });
}

const due = (message: MessageKey) =>
  ({
    kind: 'stage-due',
    ...message,
    position: 1,
    attemptId: newKeyedId(message),
    holder: { replica: someReplica, turn: 1 },
    at,
  }) as const;

async function aMessage(): Promise<MessageKey> {
  const accountId = await addAccount(database.pool, { balance: 1_000 });
  const plan = [stageOf({ price: 3 })];
  return { accountId, messageId: await insertMessage(database.pool, { accountId, plan }) };
}

/** Holds a row until the test ends, or unlocks it. */
async function hold(statement: string, id: number): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  let isHeld = true;
  const unlock = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('rollback');
    client.release();
  };
  onTestFinished(unlock);
  await client.query('begin');
  await client.query(statement, [id]);
  return unlock;
}

const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

test.each([
  ['message', 'select from cascade.messages where id = $1 for update'],
  ['account', 'select from cascade.accounts where id = $1 for update'],
])('a locked %s delays no event of another message', async (kind, statement) => {
  const applier = applierOn(limited.pool);
  const stuck = await aMessage();
  const free = await aMessage();
  await hold(statement, kind === 'message' ? stuck.messageId : stuck.accountId);
  const [failed, ...applied] = await Promise.all([
    failureOf(applier.apply(due(stuck))),
    applier.apply(due(free)),
    applier.apply(due(await aMessage())),
  ]);
  expect(applied.map(({ send }) => send)).toEqual([expect.anything(), expect.anything()]);
  // Sending spends nothing yet: an account is locked when money moves.
  if (kind === 'message') expect(failed).toMatchObject({ code: '55P03' });
  await applier.drained();
});

test('the other accounts of a batch do not wait for a locked one, which goes on when it is free', async () => {
  const applier = applierOn(patient.pool);
  const stuckAccount = await addAccount(database.pool, { balance: 1_000 });
  const plan = [stageOf({ price: 3 })];
  const messageOf = async (accountId: number) => ({
    accountId,
    messageId: await insertMessage(database.pool, { accountId, plan }),
  });
  const stuck = await Promise.all(Array.from({ length: 40 }, () => messageOf(stuckAccount)));
  const free = await Promise.all(Array.from({ length: 20 }, aMessage));
  const unlock = await hold('select from cascade.accounts where id = $1 for update', stuckAccount);
  let isApplied = false;
  const waiting = stuck.map(async (message) => {
    const applied = await applier.apply(due(message));
    isApplied = true;
    return applied;
  });
  const applied = await Promise.all(free.map((message) => applier.apply(due(message))));
  expect(isApplied).toBe(false);
  await unlock();
  for (const { send } of [...applied, ...(await Promise.all(waiting))]) expect(send).not.toBeNull();
  await applier.drained();
});

test('two batches that open a dialogue with one subscriber do not wait for each other', async () => {
  const { pool } = database;
  const accountId = await addAccount(pool, { balance: 100_000 });
  await pool.query("insert into cascade.templates values ($1, 'CHATTWO', 'code', 'Hello')", [accountId]);
  const plan = [stageOf({ channel: 'CHATTWO', price: 1 }), stageOf({ price: 1 })];
  const message = async () => ({ accountId, messageId: await insertMessage(pool, { accountId, plan }) });
  const apply = (...events: readonly EngineEvent[]) =>
    applyBatch(table.storeOf(pool, now), { ...defaultSettings, now }, events);
  const delivered = async () => {
    const [sent] = await apply(due(await message()));
    return reportsOfReceipt({ attemptId: sent?.send?.attemptId ?? '', status: 'DELIVERED' }, at);
  };
  for (let round = 0; round < 40; round += 1) {
    // The first locks the account for the template message that is due, before anything else.
    const next = await message();
    const one = await delivered();
    const other = await delivered();
    await Promise.all([apply(due(next), one), apply(other)]);
  }
});

test('events whose answer is lost are applied once, and the caller is told what is left to do', async () => {
  const applier = applierOn(silenced.pool);
  const message = await aMessage();
  await silenced.pool.query('select 1');
  silenced.proxy.silence('answers');
  const { send } = await applier.apply(due(message));
  const { rows } = await database.pool.query('select id from cascade.stage_attempts where message_id = $1', [
    message.messageId,
  ]);
  expect(rows).toEqual([{ id: send?.attemptId }]);
});
