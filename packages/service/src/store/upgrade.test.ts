import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { aCascade, anAccount } from '../testing/declare.ts';
import { askHistory, pageOf } from '../testing/history.ts';
import { migrateUpTo } from '../testing/migrate-up-to.ts';
import { scheduling, send } from '../testing/requests.ts';
import { startTestService } from '../testing/start-test-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { migrate } from './migrate.ts';

const database = withTestDatabase();

beforeEach(() => database.pool.query('drop schema if exists cascade cascade'));

const accounts = [anAccount('first', { prices: { SMS: 5 }, cascades: [aCascade(2002)] })];

const columns = `
select table_name || '.' || column_name as name, data_type as type, is_nullable, column_default,
  is_nullable = 'YES' or column_default is not null or is_identity = 'YES' as optional
from information_schema.columns where table_schema = 'cascade'`;
const functions = `
select proname as name, pg_get_function_arguments(oid) as arguments
from pg_proc where pronamespace = 'cascade'::regnamespace`;
const checks = `
select conrelid::regclass || '.' || conname as name, pg_get_constraintdef(oid) as text
from pg_constraint where connamespace = 'cascade'::regnamespace and pg_get_constraintdef(oid) not like 'NOT NULL %'`;

/** Of `table.column` or `cascade.table.constraint`. */
const tableOf = ({ name }: { readonly name: string }) => name.replace(/^cascade\./, '').split('.')[0];

/** Since migration 7. */
const oldest = 8;

test('a replica of an older version can go on writing what it writes', async () => {
  await migrateUpTo(database.pool, oldest);
  const before = {
    columns: (await database.pool.query(columns)).rows,
    functions: (await database.pool.query(functions)).rows,
    checks: (await database.pool.query(checks)).rows,
  };
  await migrate(database.pool);
  const after = (await database.pool.query(columns)).rows;
  expect(after).toEqual(expect.arrayContaining(before.columns));
  const known = new Set(before.columns.map(({ name }) => name));
  const tables = new Set(before.columns.map(tableOf));
  // An older version does not write to tables that it does not know.
  const added = after.filter((column) => tables.has(tableOf(column)) && !known.has(column.name));
  expect(added.filter(({ optional }) => !optional)).toEqual([]);
  expect((await database.pool.query(functions)).rows).toEqual(expect.arrayContaining(before.functions));
  const texts = new Set(before.checks.map(({ text }) => text));
  const constraints = (await database.pool.query(checks)).rows.filter((check) => tables.has(tableOf(check)));
  // A trigger fills in the account: see account-first.test.ts.
  const unknown = constraints.filter(({ name, text }) => !texts.has(text) && !name.endsWith('.has_account'));
  expect(unknown).toEqual([]);
});

test('messages are accepted while the indexes of the history are built', async () => {
  await migrateUpTo(database.pool, oldest);
  await migrate(database.pool, { neededOnly: true });
  // The build of an index waits for a transaction with an older snapshot.
  const older = await database.pool.connect();
  await older.query('begin isolation level repeatable read');
  await older.query('set local idle_in_transaction_session_timeout = 0');
  await older.query('select');
  const service = await startTestService({ database: database.connectionString, accounts });
  onTestFinished(() => service.close());
  await database.pool.query('update cascade.accounts set balance = 1000000');
  const content = { smsContent: { contentType: 'TEXT', text: 'the same' } };
  const inMonths = new Date(Date.now() + 300 * 86_400_000).toISOString();
  const schedule = () => send(service.url, scheduling({ content, startTime: inMonths }, 'first-key'));
  try {
    for (let time = 0; time < 2; time += 1) expect(await schedule()).toMatchObject({ status: 200 });
    expect(await askHistory(service.url, {}, 'first-key')).toMatchObject({
      status: 503,
      retryAfter: '30',
      body: { title: 'service-unavailable', detail: expect.stringContaining('indexes') },
    });
  } finally {
    await older.query('rollback');
    older.release();
  }
  const page = await vi.waitFor(() => pageOf(service.url, {}, 'first-key'), 60_000);
  expect(page.content).toHaveLength(2);
  expect(await schedule()).toMatchObject({ status: 200 });
  const { rows } = await database.pool.query('select duplicate from cascade.messages order by id');
  expect(rows.map(({ duplicate }) => duplicate)).toEqual([false, true, true]);
});
