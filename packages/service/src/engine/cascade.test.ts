import { randomUUID } from 'node:crypto';
import { readContract } from '@cascade/contract';
import { stageOf } from '@cascade/transition/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { booksOf } from '../testing/audit.ts';
import { addAccount } from '../testing/rows.ts';
import { createTestBench, type TestBench } from '../testing/test-bench.ts';
import { withTestDatabase } from '../testing/test-database.ts';

const { demoNumbers } = readContract();
const database = withTestDatabase();
let bench: TestBench;
let accountId: number;

beforeAll(async () => {
  bench = await createTestBench(database.pool);
  accountId = await addAccount(database.pool, { balance: 1_000_000 });
});

const three = [
  stageOf({ channel: 'CHATONE', ttlSeconds: 30, price: 2 }),
  stageOf({ channel: 'CHATTWO', ttlSeconds: 30, price: 3 }),
  stageOf({ channel: 'SMS', price: 5 }),
];

/** Schedules a message and runs it to its end; resolves to its status events and what was paid. */
async function outcomeOf(address: string, plan = three) {
  const poor = await addAccount(database.pool, { balance: 100 });
  const id = await bench.schedule({ accountId: poor, address, plan });
  await bench.run();
  const { balance, reserved } = await booksOf(database.pool, poor);
  return { events: await bench.eventsOf(id), balance, reserved };
}

describe('a cascade of three stages', () => {
  test('ends with the first that delivers, and releases the rest', async () => {
    expect(await outcomeOf('+12025550199')).toEqual({
      events: ['1 ENQUEUED', '1 SENT', '1 DELIVERED'],
      balance: 98,
      reserved: 0,
    });
  });

  test('falls through on UNDELIVERED', async () => {
    expect(await outcomeOf('+12025550112')).toEqual({
      events: [1, 2, 3].flatMap((n) => [`${n} ENQUEUED`, `${n} UNDELIVERED spam-rate-limit-hit`]),
      balance: 90,
      reserved: 0,
    });
  });

  test('falls through when the TTL runs out, and waits at the last stage', async () => {
    expect(await outcomeOf('+12025550123')).toEqual({
      events: [
        '1 ENQUEUED',
        '1 SENT',
        '1 EXPIRED',
        '2 ENQUEUED',
        '2 SENT',
        '2 EXPIRED',
        '3 ENQUEUED',
        '3 SENT',
      ],
      balance: 90,
      reserved: 0,
    });
  });

  test('reports a late DELIVERED and starts no further stage', async () => {
    const { events, balance, reserved } = await outcomeOf('+12025550122', [
      stageOf({ ttlSeconds: 50, price: 2 }),
      stageOf({ ttlSeconds: 50, price: 3 }),
      stageOf({ price: 5 }),
    ]);
    expect(events).toEqual([
      '1 ENQUEUED',
      '1 SENT',
      '1 EXPIRED',
      '2 ENQUEUED',
      '2 SENT',
      '1 DELIVERED',
      '2 EXPIRED',
      '2 DELIVERED',
    ]);
    expect({ balance, reserved }).toEqual({ balance: 95, reserved: 0 });
  });
});

describe('the demo numbers (ADR-0038)', () => {
  const rows = demoNumbers.flatMap(({ number, outcomes }) =>
    Object.entries(outcomes).map(([channel, outcome]) => ({ number, channel, outcome })),
  );

  test.each(rows)('$number on $channel ends with $outcome', async ({ number, channel, outcome }) => {
    const { status, reason } = outcome;
    // 24 hours of repeated attempts would be as right, and slower.
    const soon = await createTestBench(database.pool, { settings: { giveUpSeconds: 600 } });
    const id = await soon.schedule({ accountId, address: number, plan: [stageOf({ channel })] });
    await soon.run();
    const events = await soon.eventsOf(id);
    expect(events.at(-1)).toBe(reason === null ? `1 ${status}` : `1 ${status} ${reason}`);
  });

  test.each([
    ['+12025550120', ['SENT', 'DELIVERED']],
    ['12025550121', ['SENT', 'DELIVERED', 'READ']],
    ['+12025550123', ['SENT']],
    ['+12025550125', ['SENT', 'DELIVERED']],
    ['+12025550126', ['SENT', 'UNDELIVERED message-undeliverable']],
    ['+12025550127', ['SENT', 'DELAYED', 'DELIVERED']],
    ['+12025550128', ['SENT', 'DELIVERED']],
    ['+4915112345678', ['SENT', 'DELIVERED']],
  ])('%s gives %j', async (address, statuses) => {
    const { events } = await outcomeOf(address, [stageOf()]);
    expect(events).toEqual(['1 ENQUEUED', ...statuses.map((status) => `1 ${status}`)]);
  });

  test('never responds at 0124: the same attempt is repeated', async () => {
    const before = bench.sent.length;
    const { events } = await outcomeOf('+12025550124', [
      stageOf({ ttlSeconds: 5 }),
      stageOf({ ttlSeconds: 5 }),
    ]);
    expect(events).toEqual(['1 ENQUEUED', '1 EXPIRED', '2 ENQUEUED', '2 EXPIRED']);
    const sent = bench.sent.slice(before);
    expect(sent.length).toBeGreaterThan(4);
    expect(new Set(sent.map(({ attemptId }) => attemptId)).size).toBe(2);
  });

  test('sends the same attempt again after a failure', async () => {
    const before = bench.sent.length;
    await outcomeOf('+12025550125', [stageOf()]);
    const sent = bench.sent.slice(before);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ attemptId }) => attemptId)).size).toBe(1);
  });
});

test.each(['SMS', 'CHATONE', 'CHATTWO'])(
  'gives up an attempt on %s whose outcome remains unknown, without claiming a cause (ADR-0039)',
  async (channel) => {
    const impatient = await createTestBench(database.pool, { settings: { giveUpSeconds: 10 } });
    const id = await impatient.schedule({ accountId, address: '+12025550124', plan: [stageOf({ channel })] });
    await impatient.run();
    expect(await impatient.eventsOf(id)).toEqual(['1 ENQUEUED', '1 UNDELIVERED message-undeliverable']);
  },
);

test('passes the whole attempt to the gateway', async () => {
  await database.pool.query(
    "insert into cascade.senders (account_id, channel, subject, activated_at) values ($1, 'CHATONE', 'shop', '2026-01-01')",
    [accountId],
  );
  const content = {
    chatoneContent: { contentType: 'TEXT', text: 'One\0' },
    smsContent: { contentType: 'TEXT', text: 'Two' },
  };
  await bench.schedule({ accountId, content, plan: [stageOf({ channel: 'CHATONE', subject: 'shop' })] });
  await bench.run();
  expect(bench.sent.at(-1)).toEqual({
    attemptId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    channel: 'CHATONE',
    address: '+12025550199',
    addressType: 'PHONE',
    subject: 'shop',
    content: { contentType: 'TEXT', text: 'One\0' },
    expiresAt: null,
    traceparent: null,
  });
});

test('tells the gateway when its stage ends (ADR-0051)', async () => {
  await bench.schedule({ accountId, content: {}, plan: [stageOf({ ttlSeconds: 90 })] });
  const begin = bench.now;
  await bench.run(1);
  expect(bench.sent.at(-1)?.expiresAt).toBe(new Date(begin.getTime() + 90_000).toISOString());
});

test('a gateway may write the id of an attempt in upper case', async () => {
  const accountId = await addAccount(database.pool, { balance: 10 });
  const id = await bench.schedule({ accountId, address: '+12025550123', plan: [stageOf()] });
  await bench.run(60);
  const attemptId = bench.sent.at(-1)?.attemptId.toUpperCase() ?? '';
  await bench.receipt({ attemptId, status: 'DELIVERED' });
  expect((await bench.eventsOf(id)).at(-1)).toBe('1 DELIVERED');
});

test('drops receipts of unknown attempts, and jobs of deleted messages', async () => {
  await database.pool.query(`insert into test_jobs (queue, data, run_at) values
    ('stage', '{"messageIds": [987654321], "accountId": 1, "position": 1}', now()),
    ('timer', '{"messageIds": [987654321], "accountId": 1, "position": 1}', now())`);
  await bench.run();
  await bench.receipt({ attemptId: randomUUID(), status: 'DELIVERED' });
  await bench.receipt({ attemptId: 'not even a UUID', status: 'DELIVERED' });
  expect((await database.pool.query('select from test_jobs')).rowCount).toBe(0);
});
