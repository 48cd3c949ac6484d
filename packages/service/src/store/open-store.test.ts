import { temporaryDataFolder } from '@cascade/embedded-postgres/testing';
import { afterAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { heardLog } from '../testing/heard-log.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { StoreError } from './connection/errors.ts';
import { openStore, type Store, type StoreOptions } from './open-store.ts';

const database = withTestDatabase();

async function openHere(options: StoreOptions): Promise<Store> {
  const store = await openStore(options);
  onTestFinished(() => store.close());
  return store;
}

describe('with a DATABASE_URL', () => {
  test('the store is that database', async () => {
    const { pool, connectionString } = await openHere({ databaseUrl: database.connectionString });
    expect(connectionString).toBe(database.connectionString);
    await database.pool.query("insert into cascade.accounts (name) values ('a')");
    expect((await pool.query('select name from cascade.accounts')).rows).toEqual([{ name: 'a' }]);
  });

  test('its connections have a name and time-outs', async () => {
    const { pool } = await openHere({ databaseUrl: database.connectionString, applicationName: 'me' });
    const { rows } = await pool.query(`
      select current_setting('application_name') as name,
        current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`);
    expect(rows).toEqual([{ name: 'me', statement: '4s', idle: '2s' }]);
  });

  test('closing does not stop the server', async () => {
    const store = await openHere({ databaseUrl: database.connectionString });
    await Promise.all([store.close(), store.close()]);
    await expect(store.pool.query('select')).rejects.toThrow('after calling end');
    expect((await database.pool.query('select 42 as answer')).rows).toEqual([{ answer: 42 }]);
  });

  test('a connection that breaks while idle is logged and replaced', async () => {
    const log = heardLog();
    const { pool } = await openHere({
      databaseUrl: database.connectionString,
      applicationName: 'victim',
      log,
    });
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim'",
    );
    await vi.waitFor(
      () =>
        expect(log.warn).toHaveBeenCalledWith(expect.anything(), 'an idle connection to the database broke'),
      60_000,
    );
    expect((await pool.query('select 42 as answer')).rows).toEqual([{ answer: 42 }]);
  });

  test.each([
    ['postgresql://operator:secret@127.0.0.1:1/nothing', 'connect ECONNREFUSED 127.0.0.1:1'],
    ['postgresql://operator:secret@localhost:1/nothing', 'connect ECONNREFUSED 127.0.0.1:1'],
    ['postgresql://operator:secret@[nonsense/nothing', 'Invalid URL'],
  ])('%s is refused with the reason and without the password', async (databaseUrl, reason) => {
    const error: unknown = await openStore({ databaseUrl }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreError);
    expect(String(error)).toContain('The database of DATABASE_URL cannot be used');
    expect(String(error)).toContain(reason);
    expect(String(error)).not.toContain('secret');
  });
});

test('the server does not compile statements, which takes longer than to run them', async () => {
  expect((await database.pool.query('show jit')).rows).toEqual([{ jit: 'off' }]);
});

describe('without one', () => {
  const dataFolder = temporaryDataFolder(afterAll);

  test.each([undefined, ''])('(%j) the store runs a server of its own, and ends it', async (databaseUrl) => {
    const own = await openHere({ databaseUrl, dataFolder });
    await own.pool.query('create table if not exists kept (answer integer)');
    const neighbour = await openHere({ databaseUrl: own.connectionString });
    expect(inject('testServer')).not.toContain(encodeURIComponent(dataFolder));
    expect((await neighbour.pool.query('select * from kept')).rows).toEqual([]);
    await neighbour.close();
    await own.close();
    await expect(openStore({ databaseUrl: own.connectionString })).rejects.toThrow('ENOENT');
  });
});
