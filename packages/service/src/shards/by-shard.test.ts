import { expect, test } from 'vitest';
import type { Account } from '../accounts/directory/account.ts';
import { newKeyedId } from '../store/message-key.ts';
import { firstIdsOf, type Shard } from '../store/shard.ts';
import { byShard, joinDirectories, receiptByShard, refusalByShard, whyAllUnusable } from './by-shard.ts';
import type { RunningShard } from './start-shard.ts';

const accountIn = (shard: Shard) => ({ id: firstIdsOf(shard).account }) as Account;

/** What these functions use of a shard; each answers with its number. */
function aShard(shard: Shard, unusable?: string) {
  const got: string[] = [];
  const answer = () => ({ body: { shard } });
  const running = {
    shard,
    directory: { findByKey: (key: string) => (key === `key-${shard}` ? accountIn(shard) : undefined) },
    admission: { refusal: () => shard + 1 },
    operations: { schedule: answer, listMessages: answer, setCallback: answer },
    onReceipt: async ({ attemptId }: { attemptId: string }) => void got.push(attemptId),
    whyUnusable: async () => unusable,
  };
  return { running: running as unknown as RunningShard, got };
}

const shards = [0, 1, 2].map((shard) => aShard(shard));
const running = shards.map((one) => one.running);

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
  const only = running.slice(0, 1);
  expect(await byShard(only, 'schedule')(accountIn(2), {})).toEqual({ body: { shard: 0 } });
});

test('a receipt goes to the shard that its attempt names, and to all of them if its id is older', async () => {
  const named = newKeyedId({ accountId: accountIn(1).id, messageId: 7 });
  const older = '1c6cf0f4-7f0c-4f0e-8d55-0c0d5b1f2002';
  await receiptByShard(running)({ attemptId: named, status: 'DELIVERED' });
  await receiptByShard(running)({ attemptId: older, status: 'DELIVERED' });
  expect(shards.map(({ got }) => got)).toEqual([[older], [named, older], [older]]);
});

test('a replica is ready while any shard is usable', async () => {
  const away = aShard(1, 'the database does not answer').running;
  expect(await whyAllUnusable([aShard(0).running, away])).toBeUndefined();
  expect(await whyAllUnusable([away, away])).toBe('the database does not answer');
});
