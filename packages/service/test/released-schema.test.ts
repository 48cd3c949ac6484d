import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { startReceiver } from '@cascade/repository/test-kit';
import { Client, type Pool } from 'pg';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { countLeft, migrate } from '../src/store/migrate.ts';
import { audit } from '../src/testing/audit.ts';
import { scheduling, send } from '../src/testing/requests.ts';
import { startTestService } from '../src/testing/start-test-service.ts';
import { withTestDatabase } from '../src/testing/test-database.ts';

const made = withTestDatabase();
const database = withTestDatabase();
const patience = { timeout: 120_000, interval: 50 };

/** Puts the database of the last release where an upgraded service will find it. */
beforeAll(async () => {
  const { pool, connectionString } = database;
  await pool.query('drop schema if exists cascade cascade');
  const client = new Client({ connectionString });
  await client.connect();
  const dump = await readFile(new URL('released/0.1.0.sql', import.meta.url), 'utf8');
  await client.query(dump).finally(() => client.end());
});

const known = '6a1f0c2b-4d5e-4691-8111-12222aaaa001';
const request = (part: object) => scheduling(part, 'kept-key');

/** Names and types of arguments. */
async function functionsOf(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `select proname || '(' || pg_get_function_arguments(oid) || ') ' || pg_get_function_result(oid) as text
     from pg_proc where pronamespace = 'cascade'::regnamespace`,
  );
  return rows.map(({ text }) => text);
}

async function columnsOf(pool: Pool) {
  const { rows } = await pool.query<{ table: string; name: string; isOptional: boolean }>(
    `select table_name as table, table_name || '.' || column_name as name,
       is_nullable = 'YES' or column_default is not null or is_identity = 'YES' as "isOptional"
     from information_schema.columns where table_schema = 'cascade'`,
  );
  return rows;
}

/**
 * A start refuses a migration whose text has changed since, so this also keeps released migrations as they
 * are.
 */
test('the database of the last release is upgraded, and its messages go on', async () => {
  const { pool, connectionString } = database;
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  await pool.query('update cascade.callbacks set url = $1', [receiver.url]);
  // Whatever the date is: the callbacks of the dump are due and not given up, and its stages and timers are
  // not due.
  await pool.query("update cascade.due set due_at = '2099-01-01'");
  await pool.query("update cascade.waiting set due_at = now(), give_up_at = now() + interval '1 day'");
  await pool.query('update cascade.waiting_lanes set next_at = now()');
  await pool.query('update cascade.status_events set first_due_at = now()');
  const before = await functionsOf(pool);
  const written = await columnsOf(pool);
  const service = await startTestService({ database: connectionString });
  onTestFinished(() => service.close());

  expect(await send(service.url, request({ requestId: known }))).toMatchObject({
    status: 400,
    body: { title: 'requestId-is-not-unique' },
  });
  expect(await send(service.url, request({ requestId: randomUUID() }))).toMatchObject({ status: 200 });
  await vi.waitFor(async () => {
    // Not ended: the message of the next year, and the one whose receipt died with the simulator of the older
    // process.
    expect(await audit(pool)).toMatchObject({ messages: 5, notEnded: 2, notReported: 0 });
  }, patience);
  const wrong = { doubleMessages: 0, doubleDebits: 0, wrongBooks: 0, notReleased: 0 };
  expect(await audit(pool)).toMatchObject(wrong);
  // Every status that the older version could not report, and those of the new message.
  const told = receiver.received.filter(({ method }) => method === 'POST');
  expect(new Set(told.map(({ headers }) => headers['webhook-id'])).size).toBe(8 + 3);

  // Its replicas write what they wrote: no column is gone, and a new one of their tables can be left out.
  const columns = await columnsOf(pool);
  expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(written.map(({ name }) => name)));
  const added = columns.filter(({ name }) => !written.some((one) => one.name === name));
  const isOfOld = ({ table }: { readonly table: string }) => written.some((one) => one.table === table);
  expect(added.filter((column) => isOfOld(column) && !column.isOptional)).toEqual([]);

  // Its replicas call functions until the last of them is gone. With two functions of one name, PostgreSQL
  // may take the wrong one.
  const after = await functionsOf(pool);
  expect(after).toEqual(expect.arrayContaining([...before]));
  const names = after.map((text) => text.replace(/\(.*/, ''));
  expect(names).toHaveLength(new Set(names).size);
});

/** What a schema is made of; not the order of columns, and not comments. */
const catalog = {
  columns: `
    select attrelid::regclass::text as of, attname as name, format_type(atttypid, atttypmod) as type, attnotnull, attidentity,
      pg_get_expr(adbin, adrelid) as value
    from pg_attribute
    join pg_class on pg_class.oid = attrelid and relkind = 'r'
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'cascade'::regnamespace and attnum > 0 and not attisdropped`,
  tables: `
    select relname as name, relkind, (select array_agg(option order by option) from unnest(reloptions) as option) as options
    from pg_class where relnamespace = 'cascade'::regnamespace`,
  constraints: `
    select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as text, convalidated
    from pg_constraint where connamespace = 'cascade'::regnamespace`,
  indexes: `
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text, indisvalid, indisprimary
    from pg_index join pg_class on pg_class.oid = indrelid where relnamespace = 'cascade'::regnamespace`,
  triggers: `
    select tgname as name, pg_get_triggerdef(pg_trigger.oid) as text, tgenabled
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'cascade'::regnamespace and not tgisinternal`,
  functions: `select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'cascade'::regnamespace`,
  sequences: `
    select seqrelid::regclass::text as name, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle
    from pg_sequence join pg_class on pg_class.oid = seqrelid where relnamespace = 'cascade'::regnamespace`,
};

async function describeSchema(pool: Pool): Promise<Readonly<Record<string, readonly string[]>>> {
  const parts = Object.entries(catalog).map(async ([part, sql]) => {
    const { rows } = await pool.query<{ text: string }>(
      `select row_to_json(part)::text as text from (${sql}) as part`,
    );
    return [part, rows.map(({ text }) => text).sort()] as const;
  });
  return Object.fromEntries(await Promise.all(parts));
}

test('once no older replica is left, its schema is that of a new database', async () => {
  await migrate(database.pool, { isAlone: true });
  expect(await countLeft(database.pool)).toBe(0);
  expect(await describeSchema(database.pool)).toEqual(await describeSchema(made.pool));
});
