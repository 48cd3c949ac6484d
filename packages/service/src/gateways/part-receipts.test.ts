import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { newKeyedId } from '../store/message-key.ts';
import { heardLog } from '../testing/heard-log.ts';
import { named, withTestDatabase } from '../testing/test-database.ts';
import type { Receipt } from './gateway.ts';
import { createReceiptMatcher } from './match-receipts.ts';

const database = withTestDatabase();
const patience = { timeout: 20_000, interval: 10 };
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  for (const table of ['unmatched_receipts', 'text_parts'])
    await database.pool.query(`delete from cascade.${table}`);
});

/** A replica, and what it reports of attempts. */
function createReplica(onReceipt?: (receipt: Receipt) => Promise<void>) {
  const told: Receipt[] = [];
  const matcher = createReceiptMatcher({
    pool: database.pool,
    onReceipt: onReceipt ?? (async (receipt) => void told.push(receipt)),
    log: heardLog(),
  });
  return { matcher, told, start: () => void stops.push(matcher.start()) };
}

let lastMessageId = 0;
/** A text of that many parts, whose references are `smpp:SMS:1` and so on. */
async function sendParts(count: number, first = 1): Promise<string> {
  lastMessageId += 1;
  const attemptId = newKeyedId({ accountId: 1, messageId: lastMessageId });
  const { matcher } = createReplica();
  const parts = Array.from({ length: count }, (_, at) => ({
    reference: `smpp:SMS:${first + at}`,
    part: at + 1,
  }));
  await matcher.keepParts(attemptId, parts);
  return attemptId;
}

/** As if the receipts of parts had come that many minutes earlier. */
const ageReports = (minutes: number) =>
  database.pool.query(
    named("update cascade.text_parts set reported_at = reported_at - $1 * interval '1 minute'"),
    [minutes],
  );

type Report = readonly [part: number, status: 'DELIVERED' | 'UNDELIVERED' | 'SENT', reason?: string];

async function hear(
  replica: ReturnType<typeof createReplica>,
  [part, status, reason]: Report,
): Promise<boolean> {
  const reference = `smpp:SMS:${part}`;
  return replica.matcher.applyToPart({ reference, status, ...(reason !== undefined && { reason }) });
}

test('a text is delivered once every part is, and says nothing before', async () => {
  const replica = createReplica();
  const attemptId = await sendParts(3);
  for (const part of [3, 1]) expect(await hear(replica, [part, 'DELIVERED'])).toBe(true);
  // On its way, and a receipt that came before.
  expect(await hear(replica, [2, 'SENT'])).toBe(true);
  expect(await hear(replica, [3, 'DELIVERED'])).toBe(true);
  expect(replica.told).toEqual([]);
  await hear(replica, [2, 'DELIVERED']);
  expect(replica.told).toEqual([{ attemptId, status: 'DELIVERED', at: expect.any(Date) }]);
});

test('a text is undelivered with the first part that is not, and with its reason', async () => {
  const replica = createReplica();
  const attemptId = await sendParts(3);
  await hear(replica, [1, 'DELIVERED']);
  await hear(replica, [3, 'UNDELIVERED', 'daily-rate-limit']);
  await hear(replica, [2, 'UNDELIVERED', 'too-long-message']);
  await hear(replica, [1, 'UNDELIVERED', 'duplicated']);
  const reported = { attemptId, status: 'UNDELIVERED', reason: 'daily-rate-limit', at: expect.any(Date) };
  expect(replica.told.length).toBeGreaterThan(0);
  for (const receipt of replica.told) expect(receipt).toEqual(reported);
});

test('a failed part may be delivered after all, and a delivered one stays so', async () => {
  const replica = createReplica();
  const attemptId = await sendParts(2);
  await hear(replica, [1, 'DELIVERED']);
  await hear(replica, [1, 'UNDELIVERED']);
  expect(replica.told).toEqual([]);
  await hear(replica, [2, 'UNDELIVERED']);
  await ageReports(60);
  await hear(replica, [2, 'DELIVERED']);
  expect(replica.told.map(({ status }) => status)).toEqual(['UNDELIVERED', 'DELIVERED']);
  expect(replica.told.at(-1)).toMatchObject({ attemptId });
});

test('in any order, repeated, at once and over two replicas, the last report is what all parts say', async () => {
  const report = fc.tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom('DELIVERED', 'UNDELIVERED'),
  ) as fc.Arbitrary<Report>;
  const waves = fc.array(fc.array(report, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(waves, async (drawn) => {
      await database.pool.query('delete from cascade.text_parts');
      const attemptId = await sendParts(3);
      const heard: Receipt[] = [];
      const replicas = [1, 2].map(() => createReplica(async (receipt) => void heard.push(receipt)));
      for (const wave of drawn)
        await Promise.all(
          wave.map(async (one, at) => {
            const replica = replicas[at % 2];
            if (replica !== undefined) expect(await hear(replica, one)).toBe(true);
          }),
        );
      const statuses = [1, 2, 3].map((part) =>
        drawn
          .flat()
          .filter(([of]) => of === part)
          .map(([, status]) => status),
      );
      const areAll = statuses.every((some) => some.includes('DELIVERED'));
      const hasFailed = statuses.some((some) => some.includes('UNDELIVERED') && !some.includes('DELIVERED'));
      if (areAll) expect(heard).toContainEqual({ attemptId, status: 'DELIVERED', at: expect.any(Date) });
      else if (hasFailed)
        expect(heard).toContainEqual({ attemptId, status: 'UNDELIVERED', at: expect.any(Date) });
      else expect(heard.filter(({ status }) => status === 'DELIVERED')).toEqual([]);
      expect(heard.filter(({ attemptId: of }) => of !== attemptId)).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test('two copies of a part are one: the first that is delivered counts', async () => {
  const replica = createReplica();
  const attemptId = newKeyedId({ accountId: 1, messageId: 1_000_000 });
  await replica.matcher.keepParts(attemptId, [
    { reference: 'smpp:SMS:1', part: 1 },
    { reference: 'smpp:SMS:2', part: 1 },
    { reference: 'smpp:SMS:3', part: 2 },
  ]);
  await hear(replica, [3, 'DELIVERED']);
  await hear(replica, [2, 'DELIVERED']);
  expect(replica.told).toMatchObject([{ attemptId, status: 'DELIVERED' }]);
});

test('an id that the SMSC gives again is of the younger text, unless that has its receipt', async () => {
  const replica = createReplica();
  const older = await sendParts(1);
  await database.pool.query(`update cascade.text_parts set sent_at = now() - interval '1 day'`);
  const younger = await sendParts(1);
  await hear(replica, [1, 'DELIVERED']);
  // A repeated receipt.
  await ageReports(9);
  await hear(replica, [1, 'DELIVERED']);
  await ageReports(2);
  await hear(replica, [1, 'DELIVERED']);
  expect(replica.told.map(({ attemptId }) => attemptId)).toEqual([younger, younger, older]);
});

test('a receipt of no part is left to others', async () => {
  const replica = createReplica();
  await sendParts(2);
  expect(await hear(replica, [3, 'DELIVERED'])).toBe(false);
  await database.pool.query(
    `update cascade.text_parts set status = 'DELIVERED', reported_at = now() - interval '11 minutes'`,
  );
  expect(await hear(replica, [1, 'DELIVERED'])).toBe(false);
  expect(replica.told).toEqual([]);
});

test('a receipt whose text cannot be reported is not acknowledged, and counts when it comes again', async () => {
  let failures = 1;
  const told: Receipt[] = [];
  const replica = createReplica(async (receipt) => {
    failures -= 1;
    if (failures >= 0) throw new Error('the store is away');
    told.push(receipt);
  });
  const attemptId = await sendParts(1);
  await expect(hear(replica, [1, 'DELIVERED'])).rejects.toThrow('the store is away');
  expect(await hear(replica, [1, 'DELIVERED'])).toBe(true);
  expect(told).toMatchObject([{ attemptId, status: 'DELIVERED' }]);
});

test('receipts that came before the parts were stored are matched as soon as they are', async () => {
  const replica = createReplica();
  await replica.matcher.keep({ reference: 'smpp:SMS:1', status: 'DELIVERED' });
  await replica.matcher.keep({ reference: 'smpp:SMS:2', status: 'UNDELIVERED', reason: 'duplicated' });
  // The earlier of two that contradict each other.
  await replica.matcher.keep({ reference: 'smpp:SMS:2', status: 'DELIVERED' });
  await database.pool.query(
    `update cascade.unmatched_receipts set next_try_at = now() + interval '5 minutes', received_at = now() - interval '5 minutes'`,
  );
  // The first pass drops this one, and the next one would be in half a minute.
  await sendParts(1, 9);
  await database.pool.query(`update cascade.text_parts set sent_at = now() - interval '11 days'`);
  replica.start();
  await vi.waitFor(async () => {
    const { rowCount } = await database.pool.query('select from cascade.text_parts');
    expect(rowCount).toBe(0);
  }, patience);
  const attemptId = newKeyedId({ accountId: 1, messageId: 1_000_001 });
  await replica.matcher.keepParts(
    attemptId,
    [1, 2].map((part) => ({ reference: `smpp:SMS:${part}`, part })),
  );
  await vi.waitFor(() => expect(replica.told).toMatchObject([{ attemptId, status: 'DELIVERED' }]), patience);
  await vi.waitFor(async () => {
    const { rowCount } = await database.pool.query('select from cascade.unmatched_receipts');
    expect(rowCount).toBe(0);
  }, patience);
});

test('a receipt that is much older than a part is of another text', async () => {
  const replica = createReplica();
  await replica.matcher.keep({ reference: 'smpp:SMS:1', status: 'DELIVERED' });
  await database.pool.query(
    `update cascade.unmatched_receipts set received_at = now() - interval '61 minutes'`,
  );
  await sendParts(1);
  replica.start();
  await replica.matcher.keep({ reference: 'smpp:SMS:7', status: 'DELIVERED' });
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      'select from cascade.unmatched_receipts where next_try_at > now()',
    );
    expect(rows).toHaveLength(2);
  }, patience);
  expect(replica.told).toEqual([]);
});

test('parts are dropped after ten days', async () => {
  const kept = await sendParts(1);
  const dropped = await sendParts(1, 2);
  await database.pool.query(
    `update cascade.text_parts set sent_at = now() - case when attempt_id = $1 then interval '9 days' else interval '11 days' end`,
    [kept],
  );
  expect(dropped).not.toBe(kept);
  createReplica().start();
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query('select attempt_id as id from cascade.text_parts');
    expect(rows).toEqual([{ id: kept }]);
  }, patience);
});
