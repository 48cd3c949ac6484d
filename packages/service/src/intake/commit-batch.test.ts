import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { firstStages, writeAccepted } from '../due/stage-parcels.ts';
import { written } from '../testing/job-table.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import {
  type CheckedMessage,
  commitBatch,
  createMessageIds,
  type EnqueueFirstStages,
  type IntakeItem,
  type TakeIds,
} from './commit-batch.ts';
import { createIntake } from './create-intake.ts';
import { fingerprint } from './kept-fields.ts';

const database = withTestDatabase();
const noJobs = () => written();
let takeIds: TakeIds | undefined;
let rich: number;
let poor: number;

beforeEach(async () => {
  rich = await addAccount(1_000_000);
  poor = await addAccount(10);
});

describe('one batch', () => {
  test('accepts what is new and can be paid, and books every minor unit', async () => {
    const a = item(rich);
    const b = item(poor, { cost: 10 });
    const c = item(poor, { cost: 1 });
    expect(await commit([a, b, c])).toEqual(['accepted', 'accepted', 'unaffordable']);
    expect(await commit([a, b, c])).toEqual(['used', 'used', 'unaffordable']);
    expect(await booksOf(poor)).toEqual({ balance: 10, reserved: 10, ledger: 10, messages: 1 });
  });

  test('a refused request leaves nothing behind, not even its id', async () => {
    const first = item(poor, { cost: 11 });
    expect(await commit([first])).toEqual(['unaffordable']);
    expect(await booksOf(poor)).toEqual({ balance: 10, reserved: 0, ledger: 0, messages: 0 });
    expect(await commit([{ ...first, ...item(poor, { cost: 10 }), requestId: first.requestId }])).toEqual([
      'accepted',
    ]);
  });

  test('without a message it only tells whether the request id is used', async () => {
    const { requestId } = item(rich);
    const probe = { accountId: rich, requestId };
    expect(await commit([probe])).toEqual(['unused']);
    expect(await commit([{ ...item(rich), requestId }])).toEqual(['accepted']);
    expect(await commit([probe])).toEqual(['used']);
    expect(await commit([{ accountId: poor, requestId }])).toEqual(['unused']);
  });

  test('takes any text that JSON allows', async () => {
    const content = { smsContent: { text: 'nul \0, half a pair \ud800, 🎉' } };
    const odd = item(rich, { content, address: '+1\0' });
    expect(await commit([odd])).toEqual(['accepted']);
    const { rows } = await database.pool.query(
      'select content from cascade.message_plans order by message_id desc limit 1',
    );
    expect(rows[0]?.content).toEqual(content);
  });

  test('marks the like of a message within 5 minutes, in the same batch and in a later one', async () => {
    const like = { content: { same: true } };
    await commit([item(rich, like), item(rich, like), item(poor, like)]);
    await commit([item(rich, like), item(rich)]);
    expect(await duplicatesOf(rich)).toEqual([false, true, true, false]);
    expect(await duplicatesOf(poor)).toEqual([false]);
    for (const [seconds, duplicate] of [
      [290, true],
      [300, false],
      // Times in the future: the clock was set back.
      [-290, true],
      [-310, false],
    ] as const) {
      await database.pool.query(
        'update cascade.messages set accepted_at = now() - make_interval(secs => $2) where account_id = $1',
        [rich, seconds],
      );
      await commit([item(rich, like)]);
      expect((await duplicatesOf(rich)).at(-1)).toBe(duplicate);
    }
  });

  test('is all or nothing: when the jobs cannot be written, nothing is', async () => {
    const failing = commit([item(rich)], () => {
      throw new Error('no jobs');
    });
    await expect(failing).rejects.toThrow('no jobs');
    expect(await booksOf(rich)).toEqual({ balance: 1_000_000, reserved: 0, ledger: 0, messages: 0 });
  });

  test('writes the first stage of each accepted message, in the order of acceptance, and of no other', async () => {
    const startAt = new Date('2030-01-01T00:00:00Z');
    const now = item(rich);
    const refused = item(poor, { cost: 11 });
    const again = item(rich);
    const later = item(rich, { startAt });
    const used = { ...item(rich), requestId: now.requestId };
    const probe = { accountId: rich, requestId: randomUUID() };
    expect(await commit([used])).toEqual(['accepted']);
    const told: number[] = [];
    const engine: EnqueueFirstStages = (candidates) => ({
      written: {
        parts: writeAccepted(firstStages(candidates), () => null),
        committed: (accepted) => void told.push(...accepted),
        notCommitted() {},
      },
    });
    await commit([now, probe, again, later, refused], engine);
    const { rows } = await database.pool.query<{ ids: string[]; due: Date }>(
      `select message_ids as ids, due_at as due from cascade.stage_parcels where account_id = any($1) order by due_at`,
      [[rich, poor]],
    );
    const messages = await database.pool.query<{ id: number; request_id: string }>(
      'select id, request_id from cascade.messages where id = any($1) order by id',
      [told],
    );
    expect(messages.rows.map((row) => row.request_id)).toEqual([again.requestId, later.requestId]);
    expect(rows.flatMap(({ ids }) => ids.map(Number))).toEqual(messages.rows.map(({ id }) => id));
    expect(rows.at(-1)?.due).toEqual(startAt);
  });

  test('tells the engine which contents are heavy', async () => {
    const heavy: boolean[] = [];
    const ofSize = (size: number) =>
      item(rich, { content: { text: 'x'.repeat(size - '{"text":""}'.length) } });
    await commit([ofSize(16_384), ofSize(16_385), ofSize(100)], (candidates) => {
      heavy.push(...candidates.map(({ isHeavy }) => isHeavy));
      return written();
    });
    expect(heavy).toEqual([false, true, false]);
  });

  test('queues nothing when no message can come of it', async () => {
    const probe = { accountId: rich, requestId: randomUUID() };
    const refuse = () => {
      throw new Error('queued');
    };
    expect(await commit([probe], refuse)).toEqual(['unused']);
  });

  test('an account that is gone can pay nothing', async () => {
    expect(await commit([item(9_999_999), item(rich)])).toEqual(['unaffordable', 'accepted']);
  });

  test('equality suffices, and a request that does not fit leaves the money to the ones behind it', async () => {
    const verdicts = await commit([
      item(poor, { cost: 11 }),
      item(poor, { cost: 7 }),
      item(poor, { cost: 4 }),
      item(poor, { cost: 3 }),
      item(poor, { cost: 0 }),
    ]);
    expect(verdicts).toEqual(['unaffordable', 'accepted', 'unaffordable', 'accepted', 'accepted']);
  });

  test('decides as if its items were committed one by one', async () => {
    const anyItem = fc.record({
      account: fc.nat(2),
      cost: fc.integer({ min: 0, max: 9 }),
      like: fc.constantFrom('a', 'b'),
      isProbe: fc.boolean(),
    });
    const anyMoney = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(anyItem, { maxLength: 24 }), anyMoney, async (list, money) => {
        const decideAll = async (decide: (items: readonly IntakeItem[]) => Promise<unknown[]>) => {
          const accounts = await Promise.all(money.map(addAccount));
          const verdicts = await decide(
            list.map(({ account, cost, like, isProbe }) => {
              const { message, ...probe } = item(pick(accounts, account), { cost, content: { like } });
              return isProbe ? probe : { ...probe, ...(message && { message }) };
            }),
          );
          const books = await Promise.all(accounts.map(booksOf));
          return { verdicts, books, duplicates: await Promise.all(accounts.map(duplicatesOf)) };
        };
        const together = await decideAll(async (items) => [...(await commit(items))]);
        const alone = await decideAll(async (items) => {
          const verdicts: unknown[] = [];
          for (const one of items) verdicts.push(...(await commit([one])));
          return verdicts;
        });
        expect(together).toEqual(alone);
      }),
      { numRuns: 40 },
    );
  });
});

describe('many at once', () => {
  test('of 50 with one request id exactly one is accepted, over two replicas', async () => {
    const replicas = [1, 2].map(() => createIntake({ pool: database.pool, enqueue: noJobs }));
    const { requestId } = item(rich);
    const verdicts = await Promise.all(
      Array.from({ length: 50 }, (_, n) => pick(replicas, n).submit({ ...item(rich), requestId })),
    );
    expect(verdicts.filter((verdict) => verdict === 'accepted')).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict === 'used')).toHaveLength(49);
  });

  test('two replicas on the same accounts never deadlock, and money is exact', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => addAccount(100)));
    const replicas = [1, 2].map(() => createIntake({ pool: database.pool, enqueue: noJobs, batchLimit: 20 }));
    const verdicts = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) =>
        pick(replicas, n).submit(item(pick(accounts, n * 7), { cost: 3 })),
      ),
    );
    expect(verdicts.filter((verdict) => verdict === 'accepted')).toHaveLength(5 * 33);
    for (const account of accounts) {
      expect(await booksOf(account)).toEqual({ balance: 100, reserved: 99, ledger: 99, messages: 33 });
    }
  });
});

function commit(items: readonly IntakeItem[], enqueue: EnqueueFirstStages = noJobs) {
  takeIds ??= createMessageIds(database.pool);
  return commitBatch({ pool: database.pool, takeIds, enqueue }, items);
}

function item(accountId: number, part: Partial<CheckedMessage> = {}): IntakeItem {
  const requestId = randomUUID();
  const content = part.content ?? { smsContent: { contentType: 'TEXT', text: requestId } };
  const address = part.address ?? '+12025550100';
  const message = {
    requestIdAsSent: requestId.toUpperCase(),
    cascadeId: 2002,
    addressType: 'PHONE',
    kept: {},
    startAt: null,
    cost: 1,
    stages: [],
    fingerprint: fingerprint(address, content),
    ...part,
    address,
    content,
  };
  return { accountId, requestId, message };
}

async function addAccount(balance: number): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    'insert into cascade.accounts (name, balance) values ($1, $2) returning id',
    [randomUUID(), balance],
  );
  return rows[0]?.id ?? 0;
}

async function booksOf(accountId: number) {
  const { rows } = await database.pool.query(
    `select a.balance, a.reserved,
       (select coalesce(sum(amount), 0)::bigint from cascade.ledger l where l.account_id = a.id) as ledger,
       (select count(*) from cascade.messages m where m.account_id = a.id) as messages
     from cascade.accounts a where a.id = $1`,
    [accountId],
  );
  return rows[0];
}

async function duplicatesOf(accountId: number): Promise<boolean[]> {
  const { rows } = await (database.pool as Pool).query<{ duplicate: boolean }>(
    'select duplicate from cascade.messages where account_id = $1 order by id',
    [accountId],
  );
  return rows.map(({ duplicate }) => duplicate);
}

function pick<Item>(list: readonly Item[], n: number): Item {
  const found = list[n % list.length];
  if (found === undefined) throw new Error('the list is empty');
  return found;
}
