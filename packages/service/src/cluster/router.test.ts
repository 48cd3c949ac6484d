import { expect, test } from 'vitest';
import type { Account } from '../accounts/directory/account.ts';
import { StoreAwayError } from '../store/connection/errors.ts';
import { newKeyedId } from '../store/message-key.ts';
import { createShardRouter, type RunningShard } from './router.ts';
import { firstIdsOf, type ShardNumber } from './shard.ts';

const accountIn = (shard: ShardNumber) => ({ id: firstIdsOf(shard).account }) as Account;

/** What these functions use of a shard; each answers with its number. */
function aShard(shard: ShardNumber, unusable?: string) {
  const got: string[] = [];
  const answer = () => ({ body: { shard } });
  const running = {
    number: shard,
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
const routerOf = (running: RunningShard[], away: readonly ShardNumber[] = []) =>
  createShardRouter({ running, away: new Set(away) });
const router = routerOf(shards.map((one) => one.running));

test('an account is served by its shard', async () => {
  const { directory, admission, operations } = router;
  for (const shard of [0, 1, 2]) {
    for (const operation of Object.values(operations))
      expect(await operation(accountIn(shard), {})).toEqual({ body: { shard } });
    expect(admission.refusal(accountIn(shard).id)).toBe(shard + 1);
    expect(directory.findByKey(`key-${shard}`)?.id).toBe(accountIn(shard).id);
  }
  expect(directory.findByKey('key-9')).toBeUndefined();
});

test('an account of a shard that was added since is refused, and none of another shard gets its request', () => {
  expect(() => router.operations.schedule(accountIn(3), {})).toThrow('no shard has account');
});

test('a receipt goes to the shard that its attempt names, and to all of them if its id is older', async () => {
  const named = newKeyedId({ accountId: accountIn(1).id, messageId: 7 });
  const older = '1c6cf0f4-7f0c-4f0e-8d55-0c0d5b1f2002';
  await router.onReceipt({ attemptId: named, status: 'DELIVERED' });
  await router.onReceipt({ attemptId: older, status: 'DELIVERED' });
  expect(shards.map(({ got }) => got)).toEqual([[older], [named, older], [older]]);
});

test('of several shards none is certain that no later attempt has the reference of a receipt', async () => {
  const receipt = { attemptId: newKeyedId({ accountId: 1, messageId: 7 }), status: 'DELIVERED' } as const;
  const only = aShard(0).running;
  expect(await routerOf([only]).onHeardReceipt(receipt, 'smpp:SMS:1')).toBe(true);
  expect(await router.onHeardReceipt(receipt, 'smpp:SMS:1')).toBe(false);
  expect(await routerOf([only], [1]).onHeardReceipt(receipt, 'smpp:SMS:1')).toBe(false);
});

test('a replica is ready while any shard is usable', async () => {
  const away = aShard(1, 'the database does not answer').running;
  expect(await routerOf([aShard(0).running, away]).whyUnusable()).toBeUndefined();
  expect(await routerOf([away, away]).whyUnusable()).toBe('the database does not answer');
});

test('while a shard is away, the others are served, and nothing of it is taken for unknown', async () => {
  const zeroth = aShard(0);
  const second = aShard(2);
  const part = routerOf([zeroth.running, second.running], [1]);
  expect(await part.operations.schedule(accountIn(2), {})).toEqual({ body: { shard: 2 } });
  expect(part.directory.findByKey('key-2')?.id).toBe(accountIn(2).id);
  expect(() => part.directory.findByKey('key-1')).toThrow(StoreAwayError);
  const receipt = (account: Account) => ({
    attemptId: newKeyedId({ accountId: account.id, messageId: 7 }),
    status: 'DELIVERED' as const,
  });
  await part.onReceipt(receipt(accountIn(2)));
  await expect(part.onReceipt(receipt(accountIn(1)))).rejects.toThrow(StoreAwayError);
  const older = { attemptId: '1c6cf0f4-7f0c-4f0e-8d55-0c0d5b1f2002', status: 'DELIVERED' } as const;
  await expect(part.onReceipt(older)).rejects.toThrow(StoreAwayError);
  expect(zeroth.got).toEqual([older.attemptId]);
  expect(second.got).toHaveLength(2);
});
