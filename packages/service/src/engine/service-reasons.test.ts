import { stageOf } from '@cascade/transition/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { booksOf } from '../testing/audit.ts';
import { addAccount } from '../testing/rows.ts';
import { createTestBench, type TestBench } from '../testing/test-bench.ts';
import { withTestDatabase } from '../testing/test-database.ts';

const database = withTestDatabase();
let bench: TestBench;
let accountId: number;

beforeEach(async () => {
  bench = await createTestBench(database.pool, { settings: { lengthLimits: { SMS: 5 } } });
  accountId = await addAccount(database.pool, { balance: 1000 });
});

const chattwo = [stageOf({ channel: 'CHATTWO' })];

async function outcomeOf(message: Omit<Parameters<TestBench['schedule']>[0], 'accountId'>): Promise<string> {
  const id = await bench.schedule({ accountId, ...message });
  await bench.run(60);
  return (await bench.eventsOf(id)).at(-1) ?? 'nothing';
}

const say = (text: string, address = '+12025550199') =>
  outcomeOf({ plan: chattwo, address, content: { chattwoContent: { contentType: 'TEXT', text } } });

async function declareTemplate(limit: number | null = null): Promise<void> {
  const { pool } = database;
  await pool.query("insert into cascade.templates values ($1, 'CHATTWO', 'code', 'Code {code}')", [
    accountId,
  ]);
  await pool.query('update cascade.accounts set template_messages_per_day = $2 where id = $1', [
    accountId,
    limit,
  ]);
}

test('refuses without calling the gateway or charging, and starts the next stage', async () => {
  const id = await bench.schedule({
    accountId,
    address: 'call me',
    plan: [stageOf({ price: 2 }), stageOf({ price: 3 })],
  });
  await bench.run();
  expect(await bench.eventsOf(id)).toEqual([
    '1 UNDELIVERED error-address-format',
    '2 UNDELIVERED error-address-format',
  ]);
  expect(bench.sent).toEqual([]);
  expect(await booksOf(database.pool, accountId)).toMatchObject({ balance: 1000, reserved: 0, spent: 0 });
});

test('refuses every stage of a duplicate as duplicated', async () => {
  expect(await outcomeOf({ duplicate: true, plan: [stageOf(), stageOf()] })).toBe('2 UNDELIVERED duplicated');
});

test('refuses as too-long-message on the channel with the limit', async () => {
  const content = { smsContent: { text: '123456' }, chatoneContent: { text: '123456' } };
  expect(await outcomeOf({ content, plan: [stageOf()] })).toBe('1 UNDELIVERED too-long-message');
  expect(await outcomeOf({ content, plan: [stageOf({ channel: 'CHATONE' })] })).toBe('1 DELIVERED');
});

test('refuses on a channel without a gateway, without a charge, and starts the next stage', async () => {
  const without = await createTestBench(database.pool, { settings: { withoutGateway: ['CHATTWO'] } });
  const plan = [stageOf({ channel: 'CHATTWO', price: 2 }), stageOf({ price: 3 })];
  const id = await without.schedule({ accountId, plan });
  await without.run();
  expect(await without.eventsOf(id)).toEqual([
    '1 UNDELIVERED message-undeliverable',
    '2 ENQUEUED',
    '2 SENT',
    '2 DELIVERED',
  ]);
  expect(without.sent.map(({ channel }) => channel)).toEqual(['SMS']);
  expect(await booksOf(database.pool, accountId)).toMatchObject({ balance: 997, reserved: 0, spent: 3 });
});

test('refuses a number that has opted out, without a charge, and starts the next stage on another channel', async () => {
  const listing = await createTestBench(database.pool, { settings: { withOptOuts: ['SMS'] } });
  const other = await addAccount(database.pool, { balance: 1000 });
  await database.pool.query(
    "insert into cascade.opt_outs (account_id, address, source) values ($1, '12025550199', 'subscriber')",
    [accountId],
  );
  const plan = [stageOf({ price: 2 }), stageOf({ channel: 'CHATONE', price: 3 })];
  const refused = await listing.schedule({ accountId, plan, address: '+12025550199' });
  const ofOther = await listing.schedule({ accountId: other, plan, address: '+12025550199' });
  const toOther = await listing.schedule({ accountId, plan, address: '+12025550198' });
  await listing.run();
  expect(await listing.eventsOf(refused)).toEqual([
    '1 UNDELIVERED message-undeliverable',
    '2 ENQUEUED',
    '2 SENT',
    '2 DELIVERED',
  ]);
  for (const id of [ofOther, toOther])
    expect(await listing.eventsOf(id)).toEqual(['1 ENQUEUED', '1 SENT', '1 DELIVERED']);
  expect(await booksOf(database.pool, accountId)).toMatchObject({ balance: 995, reserved: 0, spent: 5 });
  // Without the setting there is no list.
  const id = await bench.schedule({ accountId, plan: [stageOf()], address: '+12025550199' });
  await bench.run();
  expect((await bench.eventsOf(id)).at(-1)).toBe('1 DELIVERED');
});

describe('error-subject-unknown', () => {
  const declare = (activatedAt: string | null) =>
    database.pool.query("insert into cascade.senders values ($1, 'SMS', 'shop', $2)", [
      accountId,
      activatedAt,
    ]);
  const plan = [stageOf({ subject: 'shop' })];

  test('for a signature that is not declared, even if the account has none', async () => {
    expect(await outcomeOf({ plan })).toBe('1 UNDELIVERED error-subject-unknown');
  });

  test('for a signature that is not activated', async () => {
    await declare(null);
    expect(await outcomeOf({ plan })).toBe('1 UNDELIVERED error-subject-unknown');
  });

  test("not if it was activated before the database's clock was set back", async () => {
    await declare('2099-01-01');
    expect(await outcomeOf({ plan })).toBe('1 DELIVERED');
  });

  test('for a signature that is activated, but on another channel', async () => {
    await declare('2026-01-01');
    expect(await outcomeOf({ plan })).toBe('1 DELIVERED');
    expect(await outcomeOf({ plan: [stageOf({ subject: 'shop', channel: 'CHATONE' })] })).toBe(
      '1 UNDELIVERED error-subject-unknown',
    );
  });
});

describe('chattwo with templates', () => {
  test('accepts free text only within 24 hours after a delivered template', async () => {
    await declareTemplate();
    expect(await say('Hello')).toBe('1 UNDELIVERED session-not-started');
    expect(await say('Code 1')).toBe('1 DELIVERED');
    expect(await say('Hello')).toBe('1 DELIVERED');
    expect(await say('Hello', '+12025550120')).toBe('1 UNDELIVERED session-not-started');
    await bench.run(24 * 3600 - 200);
    expect(await say('Hello')).toBe('1 DELIVERED');
    await bench.run(200);
    expect(await say('Hello')).toBe('1 UNDELIVERED session-not-started');
  });

  test('opens a dialogue when a receipt reports the template as delivered, not before', async () => {
    await declareTemplate();
    expect(await say('Code 1', '+12025550123')).toBe('1 SENT');
    expect(await say('Hello', '+12025550123')).toBe('1 UNDELIVERED session-not-started');
    expect(await say('Code 1', '+12025550120')).toBe('1 DELIVERED');
    expect(await say('Hello', '+12025550120')).toBe('1 DELIVERED');
  });

  test('refuses beyond the daily limit, until midnight UTC', async () => {
    await declareTemplate(2);
    const ids = await Promise.all(
      [1, 2, 3].map(() =>
        bench.schedule({ accountId, plan: chattwo, content: { chattwoContent: { text: 'Code 1' } } }),
      ),
    );
    await bench.run(60);
    const outcomes = await Promise.all(ids.map(async (id) => (await bench.eventsOf(id)).at(-1)));
    expect(outcomes.sort()).toEqual(['1 DELIVERED', '1 DELIVERED', '1 UNDELIVERED daily-rate-limit']);
    expect(await say('Code 2')).toBe('1 UNDELIVERED daily-rate-limit');
    await bench.run(12 * 3600 - 200);
    expect(await say('Code 3')).toBe('1 UNDELIVERED daily-rate-limit');
    await bench.run(200);
    expect(await say('Code 4')).toBe('1 DELIVERED');
  });

  test('delivers to an address too long for an index', async () => {
    await declareTemplate();
    const address = Array.from({ length: 1_000 }, () => crypto.randomUUID()).join('');
    const content = { chattwoContent: { text: 'Code 1' } };
    const id = await bench.schedule({ accountId, plan: chattwo, address, content });
    await database.pool.query("update cascade.messages set address_type = 'OTHER' where id = $1", [id]);
    await bench.run(60);
    expect((await bench.eventsOf(id)).at(-1)).toBe('1 DELIVERED');
  });

  test('is off for an account without templates', async () => {
    expect(await say('Hello')).toBe('1 DELIVERED');
  });
});
