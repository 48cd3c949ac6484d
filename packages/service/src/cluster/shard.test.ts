import { expect, test } from 'vitest';
import { firstIdsOf, mostShards, schemaOf, shardOf, shardOfSchema } from './shard.ts';

test('an id leads to its shard', () => {
  for (const shard of [0, 1, mostShards - 1]) {
    const { account, message } = firstIdsOf(shard);
    expect(shardOf(account)).toBe(shard);
    expect(shardOf(firstIdsOf(shard + 1).account - 2)).toBe(shard);
    expect(message.toString(2).length).toBeLessThanOrEqual(48);
    expect(account.toString(2).length).toBeLessThanOrEqual(36);
  }
});

test('a schema leads to its shard', () => {
  for (const shard of [0, 1, 63]) expect(shardOfSchema(schemaOf(shard))).toBe(shard);
  for (const other of ['cascade_jobs', 'cascade_1_jobs', 'cascade_x', 'public'])
    expect(shardOfSchema(other)).toBeUndefined();
});
