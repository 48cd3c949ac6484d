import { describe, expect, test } from 'vitest';
import { firstIdsOf, inShard, mostShards, schemaOf, shardOf, shardOfSchema } from './shard.ts';

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

describe('a statement for a shard', () => {
  const inThird = inShard(3);
  test.each([
    ['select from cascade.messages m', 'select from cascade_3.messages m'],
    ["select nextval('cascade.messages_id_seq')", "select nextval('cascade_3.messages_id_seq')"],
    ['create schema if not exists cascade', 'create schema if not exists cascade_3'],
    ["where relnamespace = 'cascade'::regnamespace", "where relnamespace = 'cascade_3'::regnamespace"],
    ["select pg_notify('cascade_accounts', '')", "select pg_notify('cascade_accounts', '')"],
  ])('%s', (sql, expected) => {
    expect(inThird(sql)).toBe(expected);
  });
});

describe('a statement on the node of a shard', () => {
  const onNode = inShard(
    3,
    new Map([
      ['cascade.messages', 'cascade_3.messages_102'],
      ['cascade.due', 'cascade_3.due_103'],
      ['cascade.accept_batch', 'cascade_3.accept_batch_on_node'],
    ]),
  );
  test.each([
    ['select m.id from cascade.messages m', 'select m.id from cascade_3.messages_102 m'],
    ['select m.id from cascade.messages as m', 'select m.id from cascade_3.messages_102 as m'],
    [
      'select messages.id from cascade.messages\n where true',
      'select messages.id from cascade_3.messages_102 as messages\n where true',
    ],
    ['select 1 from cascade.messages', 'select 1 from cascade_3.messages_102 as messages'],
    ['(select from cascade.messages)', '(select from cascade_3.messages_102 as messages)'],
    ['update cascade.messages set x = 1', 'update cascade_3.messages_102 as messages set x = 1'],
    [
      'insert into cascade.messages (id) values (1)',
      'insert into cascade_3.messages_102 as messages (id) values (1)',
    ],
    ['DELETE FROM cascade_3.due WHERE id = $1', 'DELETE FROM cascade_3.due_103 as due WHERE id = $1'],
    [
      'select due.x from cascade.due left join y on true',
      'select due.x from cascade_3.due_103 as due left join y on true',
    ],
    [
      "select $1::cascade_3.some_type, 'cascade.messages'::regclass",
      "select $1::cascade_3.some_type, 'cascade_3.messages_102'::regclass",
    ],
    ['select cascade.accept_batch($1)', 'select cascade_3.accept_batch_on_node($1)'],
    ["select nextval('cascade.messages_id_seq')", "select nextval('cascade_3.messages_id_seq')"],
  ])('%s', (sql, expected) => {
    expect(onNode(sql)).toBe(expected);
  });
});
