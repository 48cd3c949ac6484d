import { expect, test } from 'vitest';
import { withTestDatabase } from '../testing/test-database.ts';
import { conditional, part, prepared, writeTogether } from './prepared.ts';
import { namesIn, sql, statementNamer, t } from './tables.ts';

const database = withTestDatabase();

const lookUp = prepared`
select used.request_id
from unnest($1::bigint[], $2::uuid[]) as asked (account_id, request_id)
join cascade.request_ids used using (account_id, request_id)`;

test('a statement planned while its table was empty still finds its rows by index', async () => {
  const client = await database.pool.connect();
  try {
    // From here on, the planner knows that the table is empty.
    await client.query('vacuum analyze cascade.request_ids');
    const id = '6a1f0c2b-4d5e-4691-8111-12222aaaa0ff';
    const { name } = lookUp([]);
    expect((await client.query(lookUp([[1], [id]]))).rows).toEqual([]);
    const { rows } = await client.query(`explain execute ${name} ('{1}', '{${id}}')`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('request_ids_pkey');
    expect(plan).not.toContain('Seq Scan');
  } finally {
    client.release();
  }
});

test('two statements have different names', () => {
  expect(prepared`select 1`([]).name).not.toBe(prepared`select 1`([]).name);
});

test('without its condition, a statement neither inserts, updates nor deletes', async () => {
  const { pool } = database;
  await pool.query('create table cascade.numbers (n integer, note text)');
  await pool.query("insert into cascade.numbers values (1, 'old'), (2, 'old')");
  const writes = [
    conditional`insert into cascade.numbers
      select n from given cross join unnest($1::int[]) as one (n)`([[3]]),
    conditional`update cascade.numbers set note = 'new'
      from given cross join unnest($1::int[]) as one (n) where numbers.n = one.n`([[1]]),
    conditional`with gone as (select n from given cross join unnest($1::int[]) as one (n))
      delete from cascade.numbers using gone where numbers.n = gone.n`([[2]]),
  ];
  const only = part`select where $1::boolean`;
  const rows = async () => (await pool.query('select n, note from cascade.numbers order by n')).rows;
  const before = await rows();
  expect((await writeTogether(pool, writes, { only: only([false]) }))?.rows).toEqual([{ isWritten: false }]);
  expect(await rows()).toEqual(before);
  expect((await writeTogether(pool, writes, { only: only([true]) }))?.rows).toEqual([{ isWritten: true }]);
  const after = [
    { n: 1, note: 'new' },
    { n: 3, note: null },
  ];
  expect(await rows()).toEqual(after);
  // Without a condition, they are made.
  await writeTogether(pool, [
    conditional`insert into cascade.numbers select 4 from given cross join (select) as one`([]),
  ]);
  expect(await rows()).toEqual([...after, { n: 4, note: null }]);
});

test('a write that is not conditional is refused beside a condition, and not sent without it', async () => {
  const only = part`select where $1::boolean`([false]);
  const write = part`update cascade.numbers set note = 'lost' where n = $1`([1]);
  await expect(writeTogether(database.pool, [write], { only })).rejects.toThrow(
    'expected conditional writes',
  );
  expect(() => conditional`insert into cascade.numbers values ($1, 'lost')`).toThrow(
    '"from given cross join"',
  );
});

test('each table has a name for statements', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'cascade' and tablename <> 'numbers'",
  );
  const { accept_batch: _function, schema: _schema, ...tables } = namesIn('cascade');
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(tables).sort());
});

test('a statement names the tables as the database of its connection does, beside each other in one process', async () => {
  const names = namesIn('pg_catalog', new Map([['accounts', 'pg_catalog.pg_class_7']]));
  const name = statementNamer(names);
  const one = prepared`select from ${t.accounts} join ${t.due} d on true where ${t.schema}.f($1)`([3]);
  expect(one.text).toBe('select from cascade.accounts join cascade.due d on true where cascade.f($1)');
  expect(name(one)).toMatchObject({
    name: one.name,
    text: 'select from pg_catalog.pg_class_7 join pg_catalog.due d on true where pg_catalog.f($1)',
    values: [3],
  });
  expect(name('select from cascade.accounts')).toBe('select from cascade.accounts');
});

test('a statement keeps no values of a query', async () => {
  const one = sql`select $1::integer as n from ${t.migrations} limit 1`;
  expect((await database.pool.query(one, [7])).rows).toEqual([{ n: 7 }]);
  expect(one).not.toHaveProperty('values');
});
