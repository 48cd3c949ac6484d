import { randomUUID } from 'node:crypto';
import { stageOf } from '@cascade/transition/testing';
import type { PoolClient } from 'pg';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createIntake } from '../intake/create-intake.ts';
import { silent } from '../log.ts';
import { inTransaction } from '../store/transaction.ts';
import { booksOf } from '../testing/audit.ts';
import { written } from '../testing/job-table.ts';
import { addAccount } from '../testing/rows.ts';
import { createTestBench } from '../testing/test-bench.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { deleteWindow, forgetUndelivered, startRetention, sweep } from './start-retention.ts';

const database = withTestDatabase();
const endedBefore = new Date('2026-06-01T00:00:00Z');
const before = '2026-05-01T00:00:00Z';
const later = '2026-07-01T00:00:00Z';
let accountId: number;

beforeEach(async () => {
  await database.pool.query(
    'truncate cascade.messages, cascade.message_plans, cascade.request_ids, cascade.dialogues, cascade.undelivered cascade',
  );
  accountId = await addAccount(database.pool, { balance: 1_000 });
});

interface Facts {
  readonly state?: 'scheduled' | 'running' | 'ended';
  readonly acceptedAt?: string;
  readonly endedAt?: string | null;
  readonly event?: 'pending' | 'delivered';
}

/** A message with plan, attempt, event and request id; the usual one may be deleted. */
async function addMessage(facts: Facts = {}): Promise<number> {
  const { state = 'ended', acceptedAt = before, endedAt = before, event = 'delivered' } = facts;
  const requestId = randomUUID();
  return inTransaction(database.pool, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `with used as (
       insert into cascade.request_ids values ($1, $2)
     )
     insert into cascade.messages (
       account_id, request_id, request_id_as_sent, cascade_id, address, fingerprint, accepted_at, reserved, state, ended_at
     ) values ($1, $2, $2, 1, 'a', sha256(''), $3, 0, $4, $5) returning id`,
      [accountId, requestId, acceptedAt, state, endedAt],
    );
    const id = rows[0]?.id ?? 0;
    await client.query(
      `insert into cascade.message_plans (account_id, message_id, content, stages) values ($1, $2, '{}', '[]')`,
      [accountId, id],
    );
    await client.query(
      'insert into cascade.stage_attempts (account_id, id, message_id, position) values ($1, $2, $3, 1)',
      [accountId, randomUUID(), id],
    );
    await client.query(
      `insert into cascade.status_events (account_id, id, message_id, status, at, state) values ($1, $2, $3, 'SENT', now(), $4)`,
      [accountId, randomUUID(), id, event],
    );
    return id;
  });
}

async function countsOf(...tables: readonly string[]): Promise<number[]> {
  const counts = tables.map(async (table) => {
    const { rows } = await database.pool.query<{ n: number }>(
      `select count(*)::int as n from cascade.${table}`,
    );
    return rows[0]?.n ?? -1;
  });
  return Promise.all(counts);
}

async function idsLeft(): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>('select id from cascade.messages order by id');
  return rows.map(({ id }) => id);
}

test('what ended long ago goes with all that belongs to it; request ids and the ledger stay', async () => {
  for (let n = 0; n < 7; n += 1) await addMessage();
  const ledger = await countsOf('ledger');
  expect(await sweep(database.pool, { endedBefore, windowSize: 3 })).toBe(7);
  expect(await countsOf('messages', 'message_plans', 'stage_attempts', 'status_events')).toEqual([
    0, 0, 0, 0,
  ]);
  expect(await countsOf('request_ids')).toEqual([7]);
  expect(await countsOf('ledger')).toEqual(ledger);
});

test('what has not ended, ended lately, or has a pending event, stays, however old', async () => {
  const kept = [
    await addMessage({ state: 'running', endedAt: null }),
    await addMessage({ state: 'scheduled', endedAt: null }),
    await addMessage({ endedAt: later }),
    await addMessage({ event: 'pending' }),
  ];
  await addMessage();
  expect(await sweep(database.pool, { endedBefore, windowSize: 2 })).toBe(1);
  expect(await idsLeft()).toEqual(kept);
});

test('a window respects its size, and returns where the next one begins', async () => {
  const ids = [
    await addMessage(),
    await addMessage(),
    await addMessage({ acceptedAt: later, endedAt: later }),
  ];
  const [, second = 0] = ids;
  expect(await deleteWindow(database.pool, { accountId, after: 0, size: 1, endedBefore })).toEqual({
    deleted: 1,
    last: ids[0],
  });
  expect(await deleteWindow(database.pool, { accountId, after: 0, size: 1, endedBefore })).toEqual({
    deleted: 1,
    last: second,
  });
  expect(await deleteWindow(database.pool, { accountId, after: second, size: 1, endedBefore })).toEqual({
    deleted: 0,
    last: undefined,
  });
  expect(await deleteWindow(database.pool, { accountId, after: 1_000_000, size: 1, endedBefore })).toEqual({
    deleted: 0,
    last: undefined,
  });
});

describe('an undelivered event', () => {
  async function giveUp(messageId: number, since: string): Promise<void> {
    await database.pool.query("update cascade.status_events set state = 'given-up' where message_id = $1", [
      messageId,
    ]);
    await database.pool.query('update cascade.undelivered set since = $2 where message_id = $1', [
      messageId,
      since,
    ]);
  }

  test('keeps its message until it is forgotten', async () => {
    const id = await addMessage();
    await giveUp(id, before);
    expect(await sweep(database.pool, { endedBefore })).toBe(0);
    expect(await idsLeft()).toEqual([id]);
    expect(await forgetUndelivered(database.pool, { before: new Date(before) })).toBe(0);
    expect(await forgetUndelivered(database.pool, { before: endedBefore })).toBe(1);
    expect(await sweep(database.pool, { endedBefore })).toBe(1);
    expect(await countsOf('messages', 'undelivered')).toEqual([0, 0]);
  });

  test('is forgotten window by window, and without a retention of messages', async () => {
    for (let n = 0; n < 5; n += 1) await giveUp(await addMessage(), before);
    await giveUp(await addMessage(), later);
    expect(await forgetUndelivered(database.pool, { before: endedBefore, windowSize: 2 })).toBe(5);
    expect(await countsOf('undelivered')).toEqual([1]);
    const now = () => new Date('2026-08-01T00:00:00Z');
    const retention = startRetention({
      pool: database.pool,
      log: silent,
      undeliveredDays: 30,
      now,
      pauseMs: 5,
    });
    await vi.waitFor(async () => expect(await countsOf('undelivered')).toEqual([0]), 30_000);
    await retention.stop();
    expect(await idsLeft()).toHaveLength(6);
  });
});

describe('beside others', () => {
  async function holding(statement: string, values: readonly unknown[] = []): Promise<PoolClient> {
    const client = await database.pool.connect();
    onTestFinished(() => client.release());
    await client.query('begin');
    await client.query(statement, [...values]);
    return client;
  }

  test('a locked message is left for the next sweep', async () => {
    const held = await addMessage();
    const free = await addMessage();
    const client = await holding('select from cascade.messages where id = $1 for no key update', [held]);
    expect(await sweep(database.pool, { endedBefore })).toBe(1);
    expect(await idsLeft()).toEqual([held]);
    expect(free).toBeGreaterThan(held);
    await client.query('rollback');
    expect(await sweep(database.pool, { endedBefore })).toBe(1);
  });

  test('while another process deletes, this one does not', async () => {
    await addMessage();
    const client = await holding('select pg_advisory_xact_lock($1)', [0x63617372]);
    expect(await sweep(database.pool, { endedBefore })).toBe(0);
    await client.query('rollback');
    expect(await sweep(database.pool, { endedBefore })).toBe(1);
  });
});

test('a deleted request id is still used, and the books are as exact as before', async () => {
  const bench = await createTestBench(database.pool);
  const plan = [stageOf({ price: 3 }), stageOf({ price: 4 })];
  for (const address of ['+12025550112', '+12025550199']) await bench.schedule({ accountId, plan, address });
  await bench.run();
  const { rows } = await database.pool.query<{ requestId: string }>(
    'select request_id as "requestId" from cascade.messages',
  );
  const books = await booksOf(database.pool, accountId);
  expect(await sweep(database.pool, { endedBefore: bench.now })).toBe(2);
  expect(await booksOf(database.pool, accountId)).toEqual(books);
  expect(books).toMatchObject({ balance: books.ledger.balance, reserved: 0, messages: 0 });
  const intake = createIntake({ pool: database.pool, enqueue: () => written() });
  for (const { requestId } of rows) expect(await intake.submit({ accountId, requestId })).toBe('used');
});

test('dialogues that closed go without a retention of messages: they hold addresses', async () => {
  await database.pool.query('insert into cascade.dialogues values ($1, $2, $3), ($1, $4, $5)', [
    accountId,
    'old',
    before,
    'new',
    later,
  ]);
  const now = () => new Date('2026-06-01T00:00:00Z');
  const retention = startRetention({
    pool: database.pool,
    log: silent,
    undeliveredDays: 30,
    now,
    pauseMs: 5,
  });
  onTestFinished(retention.stop);
  const addresses = 'select address from cascade.dialogues';
  await vi.waitFor(
    async () => expect((await database.pool.query(addresses)).rows).toEqual([{ address: 'new' }]),
    20_000,
  );
});

test('runs by itself, again and again, until it is stopped', async () => {
  const start = () =>
    startRetention({
      pool: database.pool,
      log: silent,
      days: 30,
      undeliveredDays: 30,
      now: () => new Date(later),
      pauseMs: 5,
    });
  const retention = start();
  for (let round = 0; round < 2; round += 1) {
    await addMessage();
    await vi.waitFor(async () => expect(await idsLeft()).toEqual([]), 60_000);
  }
  await retention.stop();
  const id = await addMessage();
  expect(await idsLeft()).toEqual([id]);
});
