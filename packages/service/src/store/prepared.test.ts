import { expect, test } from 'vitest';
import { withTestDatabase } from '../testing/test-database.ts';
import { prepared } from './prepared.ts';

const database = withTestDatabase();

const lookUp = prepared(`
select used.request_id
from unnest($1::bigint[], $2::uuid[]) as asked (account_id, request_id)
join cascade.request_ids used using (account_id, request_id)`);

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
  expect(prepared('select 1')([]).name).not.toBe(prepared('select 1')([]).name);
});
