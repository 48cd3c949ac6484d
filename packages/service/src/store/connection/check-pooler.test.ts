import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { FreshPostgres } from '../../testing/fresh-postgres.ts';
import { pgBouncer, startPgBouncer } from '../../testing/pgbouncer.ts';
import { systemPostgres, systemPrograms } from '../../testing/system-postgres.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import { openStore } from '../open-store.ts';
import { checkPooler } from './check-pooler.ts';

const database = withTestDatabase();

test('a direct connection passes', async () => {
  await checkPooler(database.connectionString);
});

const isInstalled = pgBouncer !== undefined && systemPrograms !== undefined;
const ignored = 'ignore_startup_parameters = extra_float_digits,options';

describe.skipIf(!isInstalled)('PgBouncer, if the package and that of PostgreSQL are installed', () => {
  let postgres: FreshPostgres;
  const url = () => postgres.store.databaseUrl ?? '';

  beforeAll(async () => {
    postgres = await systemPostgres();
  });

  afterAll(() => postgres?.remove());

  test('in session mode passes', async () => {
    await checkPooler(await startPgBouncer(url(), ['pool_mode = session', ignored]));
  });

  test('in transaction mode without prepared statements is refused at start, with the reason', async () => {
    const databaseUrl = await startPgBouncer(url(), ['pool_mode = transaction', ignored]);
    await expect(openStore({ databaseUrl })).rejects.toThrow('before version 1.21');
  });

  test('that refuses the settings is refused at start, with what to do', async () => {
    const databaseUrl = await startPgBouncer(url(), ['pool_mode = session']);
    await expect(openStore({ databaseUrl })).rejects.toThrow('ignore_startup_parameters');
  });

  test('the server itself is accepted', async () => {
    const store = await openStore({ databaseUrl: url() });
    onTestFinished(store.close);
    expect((await store.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});
