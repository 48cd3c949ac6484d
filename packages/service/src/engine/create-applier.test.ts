import { setTimeout as pause } from 'node:timers/promises';
import { stageOf } from '@cascade/transition/testing';
import type { Pool } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { newKeyedId } from '../store/message-key.ts';
import { booksOf } from '../testing/audit.ts';
import { faultyPool } from '../testing/faulty-pool.ts';
import { createJobTable, type JobTable } from '../testing/job-table.ts';
import { type LivingReplica, livingReplica } from '../testing/replicas.ts';
import { addAccount, insertMessage } from '../testing/rows.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { applyBatch } from './apply-batch.ts';
import { createApplier } from './create-applier.ts';
import { reportsOfReceipt, reportsOfResult } from './gateway-reports.ts';
import { defaultSettings } from './start-engine.ts';

const database = withTestDatabase();
const at = new Date('2026-11-21T12:00:00Z');
let table: JobTable;
/** Two replicas that share only the database. */
let replicas: readonly (ReturnType<typeof createApplier> & Pick<LivingReplica, 'next'>)[];

/** Those of `join` count from 1. */
const someReplica = 1_000;

beforeAll(async () => {
  table = await createJobTable(database.pool);
  await database.pool.query('insert into cascade.replicas (id) values ($1)', [someReplica]);
  const now = () => at;
  const options = { ...defaultSettings, now };
  const join = async () => {
    const { next } = await livingReplica(database.pool);
    return { ...createApplier(table.storeOf(database.pool, now), options), next };
  };
  replicas = [await join(), await join()];
});

const due = (accountId: number, messageId: number, holder = { replica: someReplica, turn: 1 }) =>
  ({
    kind: 'stage-due',
    accountId,
    messageId,
    position: 1,
    attemptId: attemptOf(accountId, messageId),
    holder,
    at,
  }) as const;
const attemptOf = (accountId: number, messageId: number) => newKeyedId({ accountId, messageId });
const many = (count: number) => Array.from({ length: count }, (_, index) => index);

test('is exact when two replicas apply the same events at the same time', async () => {
  const accountId = await addAccount(database.pool, { balance: 1000 });
  const plan = [stageOf({ price: 2, ttlSeconds: 9 }), stageOf({ price: 3 })];
  const ids = await Promise.all(many(40).map(() => insertMessage(database.pool, { accountId, plan })));
  const started = await Promise.all(
    ids.flatMap((id) =>
      replicas.map(async ({ apply, next }) => ({ id, ...(await apply(due(accountId, id, next()))) })),
    ),
  );
  for (const id of ids) {
    const both = started.filter((one) => one.id === id);
    expect(both.map(({ send, isHeld }) => [send !== null, isHeld]).sort()).toEqual([
      [false, true],
      [true, false],
    ]);
  }
  await Promise.all(
    started.flatMap(({ id, send }) =>
      replicas.flatMap(({ apply }) => [
        apply({ kind: 'timer', accountId, messageId: id, position: 1, at }),
        apply(reportsOfReceipt({ attemptId: send?.attemptId ?? '', status: 'DELIVERED' }, at)),
      ]),
    ),
  );
  for (const id of ids) {
    const events = await table.eventsOf(id);
    expect(new Set(events).size).toBe(events.length);
    expect(events.at(-1)).toBe('1 DELIVERED');
  }
  const books = { balance: 920, reserved: 0, spent: 80 };
  expect(await booksOf(database.pool, accountId)).toEqual({ ...books, messages: 0, ledger: books });
});

test('has an attempt to withdraw while its stage is under way, has a TTL, and is followed by another', async () => {
  const accountId = await addAccount(database.pool, { balance: 100 });
  const [one] = replicas;
  const withdrawalOf = async (plan: readonly ReturnType<typeof stageOf>[], status?: 'SENT' | 'DELIVERED') => {
    const messageId = await insertMessage(database.pool, { accountId, plan });
    const attemptId = (await one?.apply(due(accountId, messageId)))?.send?.attemptId ?? '';
    if (status !== undefined)
      await one?.apply(reportsOfResult(attemptId, { status, reference: 'smpp:7' }, at));
    const before = await table.eventsOf(messageId);
    const applied = await one?.apply({ kind: 'expiring', accountId, messageId, position: 1 });
    expect(await table.eventsOf(messageId)).toEqual(before);
    return { attemptId, withdrawal: applied?.withdrawal };
  };
  const plan = [stageOf({ ttlSeconds: 9 }), stageOf()];
  const { attemptId, withdrawal } = await withdrawalOf(plan, 'SENT');
  expect(withdrawal).toEqual({
    attemptId,
    channel: 'SMS',
    address: expect.any(String),
    addressType: 'PHONE',
    subject: null,
    reference: 'smpp:7',
  });
  expect(await withdrawalOf(plan)).toMatchObject({ withdrawal: { reference: null } });
  expect((await withdrawalOf(plan, 'DELIVERED')).withdrawal).toBeUndefined();
  expect((await withdrawalOf([stageOf({ ttlSeconds: 9 })], 'SENT')).withdrawal).toBeUndefined();
  expect((await withdrawalOf([stageOf(), stageOf()], 'SENT')).withdrawal).toBeUndefined();
});

test('lets the times of a stage rise across commits, replicas and late receipts (ADR-0037)', async () => {
  const accountId = await addAccount(database.pool, { balance: 10 });
  const id = await insertMessage(database.pool, { accountId, plan: [stageOf()] });
  const [one, other] = replicas;
  const attemptId = (await one?.apply(due(accountId, id)))?.send?.attemptId ?? '';
  const earlier = (seconds: number) => new Date(at.getTime() - seconds * 1000);
  await other?.apply(reportsOfReceipt({ attemptId, status: 'SENT' }, at));
  await one?.apply(reportsOfReceipt({ attemptId, status: 'DELAYED', at: earlier(5) }, at));
  await other?.apply(reportsOfReceipt({ attemptId, status: 'DELIVERED', at: earlier(9) }, at));
  const { rows } = await database.pool.query<{ after: number }>(
    `select (extract(epoch from at - $2) * 1000)::integer as after from test_changes
     where message_id = $1 order by id`,
    [id, at],
  );
  expect(rows.map(({ after }) => after)).toEqual([0, 1, 2, 3]);
});

test('what this replica has written takes reports in one statement; what another has changed is read', async () => {
  const accountId = await addAccount(database.pool, { balance: 10 });
  const sent: string[] = [];
  const pool = noting(sent);
  const { apply } = createApplier(
    table.storeOf(pool, () => at),
    { ...defaultSettings, now: () => at },
  );
  const mine = await insertMessage(database.pool, { accountId, plan: [stageOf()] });
  const shared = await insertMessage(database.pool, { accountId, plan: [stageOf()] });
  const attempt = attemptOf(accountId, mine);
  const other = attemptOf(accountId, shared);
  for (const [messageId, attemptId] of [[mine, attempt] as const, [shared, other] as const])
    await apply({ ...due(accountId, messageId), attemptId });
  const report = (attemptId: string, status: 'SENT' | 'DELIVERED') =>
    reportsOfReceipt({ attemptId, status }, at);
  sent.length = 0;
  await apply(report(attempt, 'SENT'));
  await apply(report(attempt, 'DELIVERED'));
  expect(sent.map((text) => text.slice(0, 10))).toEqual(['with given', 'with given']);
  await replicas[1]?.apply(report(other, 'DELIVERED'));
  await apply(report(other, 'SENT'));
  expect(sent.slice(2).map((text) => text.slice(0, 5))).toEqual([
    'with ',
    'begin',
    'selec',
    'selec',
    'commi',
  ]);
  expect(await table.eventsOf(mine)).toEqual(['1 ENQUEUED', '1 SENT', '1 DELIVERED']);
  expect(await table.eventsOf(shared)).toEqual(['1 ENQUEUED', '1 DELIVERED']);
});

test('a receipt that names its attempt by a reference only is applied in one statement if no later attempt has that', async () => {
  const { pool } = database;
  const accountId = await addAccount(pool, { balance: 10 });
  const sent: string[] = [];
  const { apply } = createApplier(
    table.storeOf(noting(sent), () => at),
    { ...defaultSettings, now: () => at },
  );
  const submit = async (reference: `smpp:${string}`) => {
    const messageId = await insertMessage(pool, { accountId, plan: [stageOf()] });
    const attemptId = attemptOf(accountId, messageId);
    await apply({ ...due(accountId, messageId), attemptId });
    const answered = reportsOfResult(attemptId, { status: 'SENT', receiptReference: reference }, at);
    const isUnsure = async (heard: string = reference) =>
      (await apply(reportsOfReceipt({ attemptId, status: 'DELIVERED' }, at, heard))).isUnsure ?? false;
    return { messageId, isUnsure, answer: () => apply(answered) };
  };
  const early = await submit('smpp:SMS:1');
  expect(await early.isUnsure()).toBe(true);
  await early.answer();
  expect(await early.isUnsure('smpp:SMS:0')).toBe(true);
  sent.length = 0;
  expect(await early.isUnsure()).toBe(false);
  expect(sent).toHaveLength(1);
  expect(await early.isUnsure(), 'a repeated one').toBe(true);
  const older = await submit('smpp:SMS:2');
  const younger = await submit('smpp:SMS:2');
  await older.answer();
  await younger.answer();
  expect(await older.isUnsure()).toBe(true);
  expect(await table.eventsOf(early.messageId)).toEqual(['1 ENQUEUED', '1 SENT', '1 DELIVERED']);
  expect(await table.eventsOf(older.messageId)).toEqual(['1 ENQUEUED', '1 SENT']);
});

/** The pool, with the texts of the statements that are sent. */
function noting(sent: string[]): Pool {
  return faultyPool(database.pool, (text) => {
    sent.push(text.trim());
    return false;
  });
}

test('a receipt that names the message of another account leaves that message its own events', async () => {
  const owner = await addAccount(database.pool, { balance: 10 });
  const stranger = await addAccount(database.pool, { balance: 10 });
  const messageId = await insertMessage(database.pool, { accountId: owner, plan: [stageOf()] });
  const store = table.storeOf(database.pool, () => at);
  const options = { ...defaultSettings, now: () => at };
  const [started] = await applyBatch(store, options, [due(owner, messageId)]);
  const receiptOf = (attemptId: string) => reportsOfReceipt({ attemptId, status: 'DELIVERED' }, at);
  const own = receiptOf(started?.send?.attemptId ?? '');
  await applyBatch(store, options, [own, receiptOf(attemptOf(stranger, messageId))]);
  expect(await table.eventsOf(messageId)).toEqual(['1 ENQUEUED', '1 DELIVERED']);
});

test('counts template messages exactly across replicas', async () => {
  const { pool } = database;
  const accountId = await addAccount(pool, { balance: 1000 });
  await pool.query("insert into cascade.templates values ($1, 'CHATTWO', 'code', 'Code {code}')", [
    accountId,
  ]);
  await pool.query('update cascade.accounts set template_messages_per_day = 5 where id = $1', [accountId]);
  const message = {
    accountId,
    plan: [stageOf({ channel: 'CHATTWO' })],
    content: { chattwoContent: { text: 'Code 1' } },
  };
  const ids = await Promise.all(many(20).map(() => insertMessage(pool, message)));
  const outcomes = await Promise.all(ids.map((id, n) => replicas[n % 2]?.apply(due(accountId, id))));
  expect(outcomes.filter((one) => one?.send !== null)).toHaveLength(5);
});

test('an answer of a gateway does not wait for a batch of stages', async () => {
  const { pool } = database;
  const accountId = await addAccount(pool, { balance: 10 });
  const sent = await insertMessage(pool, { accountId, plan: [stageOf()] });
  const next = await insertMessage(pool, { accountId, plan: [stageOf()] });
  let mayConnect = Promise.resolve();
  const slow = new Proxy(pool, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name !== 'connect') return typeof member === 'function' ? member.bind(target) : member;
      return () => {
        const waiting = mayConnect;
        mayConnect = Promise.resolve();
        return waiting.then(() => target.connect());
      };
    },
  });
  const now = () => at;
  const { apply } = createApplier(table.storeOf(slow, now), { ...defaultSettings, now });
  const { send } = await apply(due(accountId, sent));
  const stuck = Promise.withResolvers<void>();
  mayConnect = stuck.promise;
  const stage = apply(due(accountId, next));
  await pause(50);
  const committed = apply(reportsOfResult(send?.attemptId ?? '', { status: 'SENT' }, at));
  expect(await Promise.race([committed, pause(5_000, 'late')])).not.toBe('late');
  expect(await table.eventsOf(sent)).toEqual(['1 ENQUEUED', '1 SENT']);
  stuck.resolve();
  await stage;
});

test('applies the other events of a batch if the database rejects one message', async () => {
  const { pool } = database;
  const [replica] = replicas;
  const broken = await addAccount(pool, { balance: 10 });
  const whole = await addAccount(pool, { balance: 10 });
  const plan = [stageOf({ price: 7 })];
  const messages = await Promise.all(
    [whole, broken, whole].map(async (accountId) => {
      const messageId = await insertMessage(pool, {
        accountId,
        plan: accountId === broken ? plan : [stageOf()],
      });
      return { accountId, messageId };
    }),
  );
  // The balance is below what is reserved: the account cannot pay for the stage.
  await pool.query('update cascade.accounts set balance = 1 where id = $1', [broken]);
  // The first event is a batch of its own; the others share the next one.
  const first = replica?.apply(
    due(whole, await insertMessage(pool, { accountId: whole, plan: [stageOf()] })),
  );
  const outcomes = await Promise.allSettled(
    messages.map(({ accountId, messageId }) => replica?.apply(due(accountId, messageId))),
  );
  await first;
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('does not apply events alone when the database is unreachable', async () => {
  let connections = 0;
  const away = new Proxy(database.pool, {
    get: (target, name) =>
      name === 'connect'
        ? async () => {
            connections += 1;
            throw new Error('connection refused');
          }
        : Reflect.get(target, name),
  });
  const { apply } = createApplier(
    table.storeOf(away, () => at),
    { ...defaultSettings, now: () => at },
  );
  const outcomes = await Promise.allSettled(many(20).map((id) => apply(due(1, id))));
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  expect(connections).toBeLessThanOrEqual(2);
});
