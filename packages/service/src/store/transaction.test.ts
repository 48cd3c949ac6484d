import { beforeEach, describe, expect, test } from 'vitest';
import { withTestDatabase } from '../testing/test-database.ts';
import { inTransaction } from './transaction.ts';

const database = withTestDatabase();
const names = async () => {
  const { rows } = await database.pool.query('select name from cascade.accounts order by name');
  return rows.map(({ name }) => name);
};
const insert = 'insert into cascade.accounts (name) values ($1)';

beforeEach(() => database.pool.query('delete from cascade.accounts'));

describe('a transaction', () => {
  test('is committed with the result of its work', async () => {
    const result = await inTransaction(database.pool, async (client) => {
      await client.query(insert, ['a']);
      return 42;
    });
    expect(result).toBe(42);
    expect(await names()).toEqual(['a']);
  });

  test('is rolled back if its work fails', async () => {
    const error = new Error('boom');
    const work = inTransaction(database.pool, async (client) => {
      await client.query(insert, ['a']);
      throw error;
    });
    await expect(work).rejects.toBe(error);
    expect(await names()).toEqual([]);
  });

  test('fails if its work swallowed a database error', async () => {
    const work = inTransaction(database.pool, async (client) => {
      await client.query(insert, ['a']);
      await client.query('select 1 / 0').catch(() => {});
    });
    await expect(work).rejects.toThrow('one of its statements failed');
    expect(await names()).toEqual([]);
  });

  test('fails if the connection breaks between two statements; the pool remains usable', async () => {
    const work = inTransaction(database.pool, async (client) => {
      const { rows } = await client.query('select pg_backend_pid() as pid');
      const broken = new Promise((resolve) => client.once('error', resolve));
      await database.pool.query('select pg_terminate_backend($1::integer)', [rows[0].pid]);
      await broken;
    });
    await expect(work).rejects.toThrow('not queryable');
    expect(await names()).toEqual([]);
  });
});

describe('a write that the work does not await', () => {
  test('is committed with the rest', async () => {
    await inTransaction(database.pool, async (client, write) => {
      write(client.query(insert, ['a']));
      write(client.query(insert, ['b']));
    });
    expect(await names()).toEqual(['a', 'b']);
  });

  test('fails the transaction with its error', async () => {
    const work = inTransaction(database.pool, async (client, write) => {
      write(client.query(insert, ['a']));
      write(client.query('select 1 / 0'));
      write(client.query(insert, ['b']));
    });
    await expect(work).rejects.toThrow('division by zero');
    expect(await names()).toEqual([]);
  });

  test('replaces the error of the statements that fail because of it', async () => {
    const work = inTransaction(database.pool, async (client, write) => {
      write(client.query('select 1 / 0'));
      await client.query(insert, ['b']);
    });
    await expect(work).rejects.toThrow('division by zero');
  });
});
