import { Client } from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { createTestDatabase, withTestDatabase } from './test-database.ts';

const one = withTestDatabase();
const other = withTestDatabase();
const countAccounts = 'select count(*) from cascade.accounts';

describe('a test database', () => {
  test('has the tables, and shares no row with another', async () => {
    await one.pool.query("insert into cascade.accounts (name) values ('a')");
    expect((await one.pool.query(countAccounts)).rows).toEqual([{ count: 1 }]);
    expect((await other.pool.query(countAccounts)).rows).toEqual([{ count: 0 }]);
  });

  test('is used with the rights of the service: not as a superuser', async () => {
    const { rows } = await one.pool.query('select user, usesuper from pg_user where usename = user');
    expect(rows).toEqual([{ user: 'cascade_service', usesuper: false }]);
  });

  test('is dropped after use, even while a client is connected', async () => {
    const { connectionString, drop } = await createTestDatabase();
    const client = new Client({ connectionString });
    await client.connect();
    // pg emits two errors: the termination, then the closed connection.
    const cutOff = new Promise((resolve) => client.on('error', resolve));
    await drop();
    expect(await cutOff).toMatchObject({ code: '57P01' });
    const administrator = new Client({ connectionString: inject('testServer') });
    await administrator.connect();
    const name = new URL(connectionString).pathname.slice(1);
    const { rowCount } = await administrator.query('select from pg_database where datname = $1', [name]);
    await administrator.end();
    expect(rowCount).toBe(0);
  });
});
