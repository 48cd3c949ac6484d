import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { tablesOnNode } from '../../cluster/shard.ts';
import { named, withTestDatabase } from '../../testing/test-database.ts';
import { createPool, createReadPool } from '../create-pool.ts';
import { namesIn } from '../tables.ts';
import { inTransaction, lendClient } from '../transaction.ts';

const database = withTestDatabase();
const tables = tablesOnNode(5, 77, namesIn('cascade_5'));

/** The function of a shard, which notes its calls, and whether the shard has left. */
beforeEach(async () => {
  for (const sql of [
    'drop schema if exists cascade_5 cascade',
    'create schema cascade_5',
    'create table cascade_5.state (has_left boolean)',
    'insert into cascade_5.state values (false)',
    'create table cascade_5.holds (placement bigint, transaction bigint default txid_current())',
    'create table cascade_5.messages (id bigint)',
    `create function cascade_5.hold_shard(placement bigint) returns void language plpgsql as $$
     begin
       insert into cascade_5.holds values (placement);
       if (select has_left from cascade_5.state) then
         raise exception 'the shard has moved to another node' using errcode = 'read_only_sql_transaction';
       end if;
     end $$`,
  ])
    await database.pool.query(sql);
});

function poolOnNode(create = createPool) {
  const { connectionString } = database;
  const pool = create({ connectionString, tables, size: 1 });
  onTestFinished(() => pool.end());
  return pool;
}

const read = async (sql: string) => (await database.pool.query(sql)).rows;
const holds = () => read('select placement, count(*)::int as count from cascade_5.holds group by placement');
const leave = () => database.pool.query('update cascade_5.state set has_left = true');

test('a statement without a transaction holds the shard, and is committed', async () => {
  const pool = poolOnNode();
  const { rows } = await pool.query(named('insert into cascade.messages values ($1) returning id'), [3]);
  expect(rows).toEqual([{ id: 3 }]);
  expect(await read('select id from cascade_5.messages')).toEqual([{ id: 3 }]);
  expect(await holds()).toEqual([{ placement: 77, count: 1 }]);
});

test('a read holds it, too', async () => {
  const { rows } = await poolOnNode(createReadPool).query(
    named('select count(*)::int as count from cascade.messages'),
  );
  expect(rows).toEqual([{ count: 0 }]);
  expect(await holds()).toEqual([{ placement: 77, count: 1 }]);
});

test('a transaction holds it once, for all its statements', async () => {
  await inTransaction(poolOnNode(), async (client, write) => {
    for (const id of [1, 2, 3]) write(client.query(named('insert into cascade.messages values ($1)'), [id]));
  });
  expect(await read('select count(*)::int as count from cascade_5.messages')).toEqual([{ count: 3 }]);
  expect(await holds()).toEqual([{ placement: 77, count: 1 }]);
});

test('nothing is written where the shard has left', async () => {
  const pool = poolOnNode();
  await leave();
  const moved = { code: '25006', message: 'the shard has moved to another node' };
  await expect(pool.query(named('insert into cascade.messages values (1)'))).rejects.toMatchObject(moved);
  const writing = inTransaction(pool, async (client, write) => {
    write(client.query(named('insert into cascade.messages values (2)')));
  });
  await expect(writing).rejects.toMatchObject(moved);
  expect(await read('select id from cascade_5.messages')).toEqual([]);
});

test('a statement that fails alone rejects with its own error, and the next one works', async () => {
  const pool = poolOnNode();
  await expect(pool.query(named('select 1 / (select count(*) from cascade.messages)'))).rejects.toMatchObject(
    {
      code: '22012',
    },
  );
  await pool.query(named('insert into cascade.messages values (4)'));
  expect(await read('select id from cascade_5.messages')).toEqual([{ id: 4 }]);
});

test('statements at the same time do not share a transaction by accident', async () => {
  const pool = poolOnNode();
  const inserts = Array.from({ length: 20 }, (_, id) =>
    pool.query(named(id === 7 ? 'select 1 / 0' : `insert into cascade.messages values (${id})`)),
  );
  const outcomes = await Promise.allSettled(inserts);
  expect(outcomes.flatMap(({ status }, id) => (status === 'rejected' ? [id] : []))).toEqual([7]);
  expect(await read('select count(*)::int as count from cascade_5.messages')).toEqual([{ count: 19 }]);
});

test('so does a statement of a client that was lent, and none after a transaction that failed is part of it', async () => {
  const pool = poolOnNode();
  await expect(inTransaction(pool, (client) => client.query('select 1 / 0'))).rejects.toThrow();
  await lendClient(pool, (client) => client.query(named('insert into cascade.messages values (5)')));
  expect(await read('select id from cascade_5.messages')).toEqual([{ id: 5 }]);
  expect(await holds()).toEqual([{ placement: 77, count: 1 }]);
});
