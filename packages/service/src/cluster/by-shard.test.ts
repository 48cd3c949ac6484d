import { expect, test } from 'vitest';
import type { Account } from '../accounts/directory/account.ts';
import { StoreAwayError } from '../store/connection/errors.ts';
import { newKeyedId } from '../store/message-key.ts';
import {
  byShard,
  heardByShard,
  joinDirectories,
  poolsByShard,
  receiptByShard,
  refusalByShard,
  whyAllUnusable,
} from './by-shard.ts';
import { firstIdsOf, type ShardNumber } from './shard.ts';
import type { RunningShard } from './start-shard.ts';

const accountIn = (shard: ShardNumber) => ({ id: firstIdsOf(shard).account }) as Account;

/** What these functions use of a shard; each answers with its number. */
function aShard(
  shard: ShardNumber,
  { unusable, isOnly = false }: { unusable?: string; isOnly?: boolean } = {},
) {
  const got: string[] = [];
  const answer = () => ({ body: { shard } });
  const running = {
    number: isOnly ? undefined : shard,
    pool: `pool ${shard}`,
    directory: { findByKey: (key: string) => (key === `key-${shard}` ? accountIn(shard) : undefined) },
    admission: { refusal: () => shard + 1 },
    operations: { schedule: answer, listMessages: answer, setCallback: answer },
    onReceipt: async ({ attemptId }: { attemptId: string }) => void got.push(attemptId),
    onHeardReceipt: async () => true,
    whyUnusable: async () => unusable,
  };
  return { running: running as unknown as RunningShard, got };
}

const shards = [0, 1, 2].map((shard) => aShard(shard));
const served = (...running: RunningShard[]) => ({ running, away: new Set<ShardNumber>() });
const running = served(...shards.map((one) => one.running));

test('an account is served by its shard', async () => {
  for (const shard of [0, 1, 2]) {
    expect(await byShard(running, 'schedule')(accountIn(shard), {})).toEqual({ body: { shard } });
    expect(refusalByShard(running, accountIn(shard).id)).toBe(shard + 1);
    expect(joinDirectories(running).findByKey(`key-${shard}`)?.id).toBe(accountIn(shard).id);
  }
  expect(joinDirectories(running).findByKey('key-9')).toBeUndefined();
});

test('an account of a shard that was added since is refused, and none of another shard gets its request', () => {
  expect(() => byShard(running, 'schedule')(accountIn(3), {})).toThrow('no shard has account');
});

test('without a cluster the one shard has all accounts', async () => {
  const only = served(aShard(0, { isOnly: true }).running);
  expect(await byShard(only, 'schedule')(accountIn(2), {})).toEqual({ body: { shard: 0 } });
});

test('a receipt goes to the shard that its attempt names, and to all of them if its id is older', async () => {
  const named = newKeyedId({ accountId: accountIn(1).id, messageId: 7 });
  const older = '1c6cf0f4-7f0c-4f0e-8d55-0c0d5b1f2002';
  await receiptByShard(running)({ attemptId: named, status: 'DELIVERED' });
  await receiptByShard(running)({ attemptId: older, status: 'DELIVERED' });
  expect(shards.map(({ got }) => got)).toEqual([[older], [named, older], [older]]);
});

test('of several shards none is certain that no later attempt has the reference of a receipt', async () => {
  const receipt = { attemptId: newKeyedId({ accountId: 1, messageId: 7 }), status: 'DELIVERED' } as const;
  const isCertain = (of: Parameters<typeof heardByShard>[0]) => heardByShard(of)(receipt, 'smpp:SMS:1');
  const only = aShard(0, { isOnly: true }).running;
  expect(await isCertain(served(only))).toBe(true);
  expect(await isCertain(running)).toBe(false);
  expect(await isCertain({ running: [only], away: new Set([1]) })).toBe(false);
});

test('a replica is ready while any shard is usable', async () => {
  const away = aShard(1, { unusable: 'the database does not answer' }).running;
  expect(await whyAllUnusable(served(aShard(0).running, away))).toBeUndefined();
  expect(await whyAllUnusable(served(away, away))).toBe('the database does not answer');
});

test('while a shard is away, the others are served, and nothing of it is taken for unknown', async () => {
  const zeroth = aShard(0);
  const second = aShard(2);
  const part = { running: [zeroth.running, second.running], away: new Set([1]) };
  expect(await byShard(part, 'schedule')(accountIn(2), {})).toEqual({ body: { shard: 2 } });
  expect(joinDirectories(part).findByKey('key-2')?.id).toBe(accountIn(2).id);
  expect(() => joinDirectories(part).findByKey('key-1')).toThrow(StoreAwayError);
  const receipt = (account: Account) => ({
    attemptId: newKeyedId({ accountId: account.id, messageId: 7 }),
    status: 'DELIVERED' as const,
  });
  await receiptByShard(part)(receipt(accountIn(2)));
  await expect(receiptByShard(part)(receipt(accountIn(1)))).rejects.toThrow(StoreAwayError);
  const older = { attemptId: '1c6cf0f4-7f0c-4f0e-8d55-0c0d5b1f2002', status: 'DELIVERED' } as const;
  await expect(receiptByShard(part)(older)).rejects.toThrow(StoreAwayError);
  expect(zeroth.got).toEqual([older.attemptId]);
  expect(second.got).toHaveLength(2);
  expect(poolsByShard(part)).toEqual(['pool 0', undefined, 'pool 2']);
});
