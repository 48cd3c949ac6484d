import { afterEach, describe, expect, test, vi } from 'vitest';
import { heardLog } from '../testing/heard-log.ts';
import { hour, insertAttempt, type StoredAttempt } from '../testing/insert-attempt.ts';
import { named, withTestDatabase } from '../testing/test-database.ts';
import type { Receipt } from './gateway.ts';
import { createReceiptMatcher, type MatcherOptions } from './match-receipts.ts';

const database = withTestDatabase();
const patience = { timeout: 20_000, interval: 10 };
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  for (const table of ['unmatched_receipts', 'stage_attempts'])
    await database.pool.query(`delete from cascade.${table}`);
});

const attempt = (stored: StoredAttempt) => insertAttempt(database.pool, stored);

/** A matcher, and what it hears of. */
function createRig(options: Partial<MatcherOptions> = {}) {
  const applied: Receipt[] = [];
  const ended: string[] = [];
  const log = heardLog();
  const matcher = createReceiptMatcher({
    pool: database.pool,
    onReceipt: async (receipt) => void applied.push(receipt),
    onUnmatched: (outcome, count) => void ended.push(`${count} ${outcome}`),
    log,
    ...options,
  });
  return { matcher, applied, ended, log, start: () => void stops.push(matcher.start()) };
}

/** The attempt that a receipt is applied to. */
async function attemptOf(reference: string, heard?: string): Promise<string | undefined> {
  const { matcher, applied } = createRig();
  const isFound = await matcher.apply({ reference, status: 'DELIVERED' }, heard);
  expect(applied).toHaveLength(isFound ? 1 : 0);
  return applied[0]?.attemptId;
}

const waiting = async () => {
  const { rows } = await database.pool.query(
    'select reference, status from cascade.unmatched_receipts order by 1',
  );
  return rows.map(({ reference, status }) => `${reference} ${status}`);
};

describe('a receipt is applied to', () => {
  const reference = 'smpp:SMS:1';

  test('the youngest attempt with its reference, and no other', async () => {
    const youngest = await attempt({ reference, started: 12 });
    await attempt({ reference, started: 11 });
    await attempt({ reference: 'smpp:CHATONE:1', started: 13 });
    await attempt({ reference: '1', started: 13 });
    expect(await attemptOf(reference)).toBe(youngest);
    expect(await attemptOf('smpp:SMS:2')).toBeUndefined();
    expect(await attemptOf('1')).toBeUndefined();
  });

  test.each(['sending', 'sent'] as const)(
    'an attempt that is %s rather than a younger attempt that has ended',
    async (state) => {
      const underWay = await attempt({ reference, started: 11, state });
      await attempt({ reference, started: 12, state: 'ended' });
      expect(await attemptOf(reference)).toBe(underWay);
    },
  );

  test.each([
    [9, 'DELIVERED', true],
    [11, 'DELIVERED', false],
    [9, 'UNDELIVERED', false],
  ])(
    'a younger attempt that ended %i minutes ago as %s: %s, since the receipt may be a repeated one',
    async (ended, status, isTaken) => {
      const older = await attempt({ reference, started: 11 });
      const younger = await attempt({ reference, started: 12, state: 'ended', status, ended });
      expect(await attemptOf(reference)).toBe(isTaken ? younger : older);
    },
  );

  test('the youngest of those that have ended, if all have', async () => {
    await attempt({ reference, started: 11, state: 'ended' });
    const youngest = await attempt({ reference, started: 12, state: 'ended' });
    expect(await attemptOf(reference)).toBe(youngest);
  });

  test('the attempt that the SMSC gave the reference to, though it is not committed', async () => {
    const heard = await attempt({ started: 12, state: 'sending' });
    await attempt({ reference, started: 11 });
    expect(await attemptOf(reference, heard)).toBe(heard);
  });

  test('the attempt that this process heard of, without a lookup, if that is certain', async () => {
    const heard = await attempt({ started: 12 });
    const asked: string[] = [];
    const { matcher, applied } = createRig({
      async onHeard({ attemptId }, named) {
        asked.push(attemptId);
        return named !== reference;
      },
    });
    expect(await matcher.apply({ reference: 'smpp:SMS:2', status: 'DELIVERED' }, heard)).toBe(true);
    expect(applied).toEqual([]);
    expect(await matcher.apply({ reference, status: 'DELIVERED' }, heard)).toBe(true);
    expect(applied).toEqual([{ attemptId: heard, status: 'DELIVERED' }]);
    expect(asked).toEqual([heard, heard]);
  });

  test('a younger one of another replica, though this one remembers an older one', async () => {
    const heard = await attempt({ reference, started: 11 });
    const younger = await attempt({ reference, started: 12 });
    expect(await attemptOf(reference, heard)).toBe(younger);
  });

  test('each of many that come at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, n) => attempt({ reference: `smpp:SMS:${n}` })),
    );
    const { matcher, applied } = createRig();
    await Promise.all(ids.map((_, n) => matcher.apply({ reference: `smpp:SMS:${n}`, status: 'DELIVERED' })));
    expect(applied.map(({ attemptId }) => attemptId).toSorted()).toEqual(ids.toSorted());
  });
});

describe('a receipt without an attempt', () => {
  const receipt = { reference: 'smpp:SMS:1', status: 'UNDELIVERED', reason: 'spam-rate-limit-hit' } as const;

  /** As if it had come at that hour, and had to be matched now. */
  const receiveAt = (started: number) =>
    database.pool.query('update cascade.unmatched_receipts set received_at = $1, next_try_at = now()', [
      hour(started),
    ]);

  test('is stored, and matched when the reference is committed, once', async () => {
    const { matcher, applied, ended, start } = createRig();
    // Before the start: a receipt that comes again while it is being matched is matched again.
    await matcher.keep(receipt);
    await matcher.keep(receipt);
    start();
    expect(await waiting()).toEqual(['smpp:SMS:1 UNDELIVERED']);
    const attemptId = await attempt({ reference: receipt.reference });
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), patience);
    const { status, reason } = receipt;
    expect(applied).toEqual([{ attemptId, status, reason, at: expect.any(Date) }]);
    // It is counted once the database has confirmed that it is deleted.
    await vi.waitFor(() => expect(ended).toEqual(['1 matched']), patience);
  });

  test('has the time of its arrival, and is of no attempt that started later', async () => {
    const { matcher, applied, start } = createRig();
    await matcher.keep(receipt);
    await receiveAt(12);
    const earlier = await attempt({ reference: receipt.reference, started: 11, state: 'ended' });
    await attempt({ reference: receipt.reference, started: 13 });
    start();
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), patience);
    expect(applied).toMatchObject([{ attemptId: earlier, at: hour(12) }]);
  });

  test('that a replica is applying is left to it by the others', async () => {
    const isApplying = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slowly: string[] = [];
    const slow = createRig({
      async onReceipt({ attemptId }) {
        slowly.push(attemptId);
        isApplying.resolve();
        await goOn.promise;
      },
    });
    const first = await attempt({ reference: 'smpp:SMS:1' });
    await slow.matcher.keep({ reference: 'smpp:SMS:1', status: 'DELIVERED' });
    await receiveAt(13);
    slow.start();
    await isApplying.promise;
    const other = createRig();
    other.start();
    const second = await attempt({ reference: 'smpp:SMS:2' });
    await other.matcher.keep({ reference: 'smpp:SMS:2', status: 'DELIVERED' });
    await vi
      .waitFor(() => expect(other.applied.map(({ attemptId }) => attemptId)).toContain(second), patience)
      .finally(goOn.resolve);
    expect(other.applied).toHaveLength(1);
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), patience);
    expect(slowly).toEqual([first]);
    expect(other.applied).toHaveLength(1);
  });

  test('waits if it cannot be applied, and others do not', async () => {
    let failures = 1;
    const applied: string[] = [];
    const onReceipt = async ({ attemptId }: Receipt) => {
      failures -= attemptId === broken ? 1 : 0;
      if (attemptId === broken && failures >= 0) throw new Error('the store is away');
      applied.push(attemptId);
    };
    const { matcher, start, log } = createRig({ onReceipt });
    const broken = await attempt({ reference: 'smpp:SMS:1' });
    const fine = await attempt({ reference: 'smpp:SMS:2' });
    for (const reference of ['smpp:SMS:1', 'smpp:SMS:2'])
      await matcher.keep({ reference, status: 'DELIVERED' });
    start();
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalled(), patience);
    expect(applied).toEqual([fine]);
    expect(await waiting()).toEqual(['smpp:SMS:1 DELIVERED']);
    await receiveAt(13);
    await matcher.keep({ reference: 'smpp:SMS:3', status: 'DELIVERED' });
    await vi.waitFor(() => expect(applied).toEqual([fine, broken]), patience);
  });

  test('is dropped after three days, and the oldest beyond the limit, with a line in the log and a count', async () => {
    const { matcher, ended, log, start } = createRig({ most: 3 });
    for (let n = 1; n <= 6; n += 1) {
      await matcher.keep({ reference: `smpp:SMS:${n}`, status: 'DELIVERED' });
      await database.pool.query(
        `update cascade.unmatched_receipts set received_at = now() - make_interval(hours => 73 - $2)
         where reference = $1`,
        [`smpp:SMS:${n}`, n],
      );
    }
    // The limit alone drops three; the age alone would drop none but the first.
    await database.pool.query(
      named(`update cascade.unmatched_receipts set received_at = received_at - interval '1 hour'
       where reference = 'smpp:SMS:1'`),
    );
    start();
    await vi.waitFor(() => expect(ended).toEqual(['3 dropped']), patience);
    expect(await waiting()).toEqual([4, 5, 6].map((n) => `smpp:SMS:${n} DELIVERED`));
    expect(log.warn).toHaveBeenCalledTimes(1);
    await database.pool.query(
      named(`update cascade.unmatched_receipts set received_at = received_at - interval '270 minutes'`),
    );
    const later = createRig({ most: 3 });
    later.start();
    await vi.waitFor(() => expect(later.ended).toEqual(['2 dropped']), patience);
    expect(await waiting()).toEqual(['smpp:SMS:6 DELIVERED']);
  });

  test('is not acknowledged if its attempt may be where it cannot be looked for', async () => {
    const open = await attempt({ reference: 'smpp:SMS:2' });
    const { matcher, applied } = createRig({
      find: async (wanted) =>
        wanted.map(({ reference }) =>
          reference === 'smpp:SMS:2' ? { attemptId: open } : { failure: new Error('a database is away') },
        ),
    });
    expect(await matcher.apply({ ...receipt, reference: 'smpp:SMS:2' })).toBe(true);
    expect(applied).toMatchObject([{ attemptId: open }]);
    await expect(matcher.apply({ ...receipt, reference: 'smpp:SMS:3' })).rejects.toThrow('is away');
  });
});

test('attempts are found by the index of references', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query(
      `explain select id from cascade.stage_attempts
       where gateway_reference = 'smpp:SMS:1' and gateway_reference like 'smpp:%'`,
    );
    expect(JSON.stringify(rows)).toContain('stage_attempts_gateway_reference_idx');
  } finally {
    client.release(true);
  }
});
