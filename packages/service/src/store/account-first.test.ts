import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { createIntake } from '../intake/create-intake.ts';
import { written } from '../testing/first-jobs.ts';
import { intakeItem } from '../testing/intake-item.ts';
import { migrateUpTo } from '../testing/migrate-up-to.ts';
import { addOlderJob, createOlderJobs } from '../testing/older-jobs.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { keysOfAttempts, keysOfEvents } from './find-message-keys.ts';
import { migrate, runConcurrently } from './migrate.ts';
import { withClient } from './with-client.ts';

const database = withTestDatabase();

beforeEach(async () => {
  await database.pool.query(
    'drop schema if exists cascade cascade; drop schema if exists cascade_jobs cascade',
  );
  await migrateUpTo(database.pool, 22);
  await database.pool.query("insert into cascade.accounts (name) values ('one'), ('two')");
});

/** Messages of an account with plan, attempt and event, as a replica before migration 23 wrote them; returns their ids. */
async function writeAsBefore(account: string, count: number): Promise<readonly number[]> {
  const { rows } = await database.pool.query<{ id: number }>(
    `with message as (
       insert into cascade.messages
         (account_id, request_id, request_id_as_sent, cascade_id, address, fingerprint, reserved)
       select id, gen_random_uuid(), 'r', 1, 'a', sha256(''), 0
       from cascade.accounts, generate_series(1, $2) where name = $1
       returning id
     ) select id from message`,
    [account, count],
  );
  const ids = rows.map(({ id }) => id);
  for (const statement of [
    `insert into cascade.message_plans (message_id, content, stages) select unnest($1::bigint[]), '{}', '[]'`,
    `insert into cascade.stage_attempts (id, message_id, position) select gen_random_uuid(), unnest($1::bigint[]), 1`,
    `insert into cascade.status_events (id, message_id, position, status, at)
     select 'evt_' || gen_random_uuid(), unnest($1::bigint[]), 1, 'SENT', now()`,
  ])
    await database.pool.query(statement, [ids]);
  return ids;
}

const tables = ['message_plans', 'stage_attempts', 'status_events'] as const;

async function countWrong(): Promise<readonly (number | undefined)[]> {
  const counts = tables.map(async (table) => {
    const { rows } = await database.pool.query<{ wrong: number }>(
      `select count(*)::int as wrong from cascade.${table} row
       join cascade.messages message on message.id = row.message_id
       where row.account_id is distinct from message.account_id`,
    );
    return rows[0]?.wrong;
  });
  return Promise.all(counts);
}

async function oneDayLater(): Promise<void> {
  await database.pool.query("update cascade.migrations set applied_at = applied_at - interval '25 hours'");
  await migrate(database.pool);
}

async function primaryKeys(): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ key: string }>(
    `select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as key
     from pg_constraint where connamespace = 'cascade'::regnamespace and contype = 'p' order by 1`,
  );
  return rows.map(({ key }) => key.replace(/^cascade\./, ''));
}

test('rows from before, and those of older replicas meanwhile, get the account of their message', async () => {
  await writeAsBefore('one', 3);
  await writeAsBefore('two', 2);
  await migrate(database.pool, { neededOnly: true });
  await writeAsBefore('two', 4);
  expect(await countWrong()).toEqual([0, 0, 0]);
  expect(await primaryKeys()).toContain('messages PRIMARY KEY (id)');
  await oneDayLater();
  expect(await primaryKeys()).toEqual(
    expect.arrayContaining([
      'ledger PRIMARY KEY (account_id, id)',
      'message_plans PRIMARY KEY (account_id, message_id)',
      'messages PRIMARY KEY (account_id, id)',
      'waiting PRIMARY KEY (account_id, lane, due_at, event_id)',
      'request_ids PRIMARY KEY (account_id, request_id)',
      'stage_attempts PRIMARY KEY (account_id, message_id, "position")',
      'status_events PRIMARY KEY (account_id, message_id, id)',
      'undelivered PRIMARY KEY (account_id, event_id)',
    ]),
  );
});

test('meanwhile messages are accepted: by this version, and by the function that the oldest one calls', async () => {
  await migrate(database.pool, { neededOnly: true });
  const { rows: accounts } = await database.pool.query<{ id: number }>(
    'update cascade.accounts set balance = 1000 returning id',
  );
  const [{ id } = { id: 0 }] = accounts;
  const intake = createIntake({ pool: database.pool, enqueue: () => written() });
  expect(await intake.submit(intakeItem(id))).toBe('accepted');
  const { rows } = await database.pool.query(
    `select cascade.accept_messages(
       first_id => 900000, payers => array[$1::bigint], account_ids => array[$1::bigint],
       request_ids => array[gen_random_uuid()], fingerprints => array[sha256('old')], costs => array[3],
       ids_as_sent => array['sent'], cascade_ids => array[1], addresses => array['a'],
       address_types => array['PHONE'], comments => array[null], start_times => array[null::timestamptz],
       contents => '[{}]', plans => '[[]]', traceparents => array[null]
     ) as verdicts`,
    [id],
  );
  expect(rows[0].verdicts).toEqual(['accepted']);
  expect(await countWrong()).toEqual([0, 0, 0]);
});

/** A transaction of a replica, which holds what the statement locks until it is let go. */
async function hold(statement: string, values: unknown[] = []): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query('set idle_in_transaction_session_timeout = 0');
  await client.query('begin');
  await client.query(statement, values);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

/** Fills while a replica holds locks that it took after the fill began. */
async function fillBeside(statement: string, values: unknown[], signal?: AbortSignal) {
  await migrateUpTo(database.pool, 23);
  // The fill waits for transactions that began before it, and not for later ones.
  const letEarlierGo = await hold('select pg_current_xact_id()');
  const fill = [{ sql: 'call cascade.fill_account_ids()', createdIndex: undefined }];
  const filling = runConcurrently(database.pool, fill, { signal, onProgress: undefined });
  const isFilling = async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity
       where datname = current_database() and query like 'call cascade.fill%' and wait_event = 'PgSleep'`,
    );
    return rows.length > 0;
  };
  await vi.waitUntil(isFilling, { timeout: 60_000 });
  const letGo = await hold(statement, values);
  await letEarlierGo();
  return { filling, letGo };
}

/** The events of messages up to an id that have no account yet. */
async function countLeft(upTo = Number.MAX_SAFE_INTEGER): Promise<number | undefined> {
  const { rows } = await database.pool.query<{ left: number }>(
    'select count(*)::int as left from cascade.status_events where account_id is null and message_id <= $1',
    [upTo],
  );
  return rows[0]?.left;
}

test('rows that a replica has locked are filled in once it lets go, and no window is left out', async () => {
  const ids = await writeAsBefore('one', 1_500);
  const { filling, letGo } = await fillBeside(
    'select from cascade.status_events where message_id = $1 for update',
    [ids[3]],
  );
  // The rest of its window is committed meanwhile.
  await expect.poll(() => countLeft(ids[999]), { timeout: 60_000 }).toBe(1);
  await letGo();
  await filling;
  expect(await countWrong()).toEqual([0, 0, 0]);
});

/** How often tables of messages were read from end to end so far, by all sessions that have told. */
async function countFullReads(client: PoolClient): Promise<number> {
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query<{ reads: number }>(
    `select sum(seq_scan)::int as reads from pg_stat_user_tables
     where schemaname = 'cascade' and relname = any($1)`,
    [['messages', ...tables]],
  );
  return rows[0]?.reads ?? Number.NaN;
}

test('the fill never reads a whole table, or each window would take as long as all rows', async () => {
  await writeAsBefore('one', 3_500);
  await migrateUpTo(database.pool, 23);
  await withClient(database.pool, async (client) => {
    const before = await countFullReads(client);
    await client.query('call cascade.fill_account_ids()');
    expect(await countFullReads(client)).toBe(before);
    // The fill has changed its settings.
    await client.query('reset all');
  });
  expect(await countWrong()).toEqual([0, 0, 0]);
});

test('an interrupted fill is taken up again', async () => {
  await writeAsBefore('one', 10);
  const stopping = new AbortController();
  const locking = 'select from cascade.message_plans for update';
  const { filling, letGo } = await fillBeside(locking, [], stopping.signal);
  const rejected = expect(filling).rejects.toThrow();
  await expect.poll(() => countLeft(), { timeout: 60_000 }).toBe(0);
  stopping.abort();
  await rejected;
  await letGo();
  await migrate(database.pool, { neededOnly: true });
  expect(await countWrong()).toEqual([0, 0, 0]);
});

test('attempts and events with ids from before are found by index, a day later, too', async () => {
  const [messageId = 0] = await writeAsBefore('two', 1);
  await migrate(database.pool, { neededOnly: true });
  await oneDayLater();
  const { rows } = await database.pool.query<{ event: string; attempt: string; accountId: number }>(
    `select event.id as event, attempt.id as attempt, event.account_id as "accountId"
     from cascade.status_events event join cascade.stage_attempts attempt using (message_id)`,
  );
  const [{ event, attempt, accountId } = { event: '', attempt: '', accountId: 0 }] = rows;
  const unknown = `evt_${randomUUID()}`;
  const key = { accountId, messageId };
  expect(await keysOfEvents(database.pool, [event, unknown])).toEqual(new Map([[event, key]]));
  expect(await keysOfAttempts(database.pool, [attempt, randomUUID(), 'x'])).toEqual(
    new Map([[attempt, key]]),
  );
  for (const [table, type, start] of [
    ['status_events', 'text', 19],
    ['stage_attempts', 'uuid', 15],
  ]) {
    const { rows: plan } = await database.pool.query(
      `explain select from cascade.${table} where id = any($1::${type}[]) and substr(id::text, ${start}, 1) <> '8'`,
      [[type === 'text' ? event : attempt]],
    );
    expect(JSON.stringify(plan)).toContain(`${table}_by_older_id`);
  }
});

test('jobs from before become due work of the accounts of their messages', async () => {
  const { pool } = database;
  await createOlderJobs(pool);
  const [mine = 0] = await writeAsBefore('one', 1);
  const [yours = 0] = await writeAsBefore('two', 1);
  const deleted = 999_999_999;
  await addOlderJob(pool, 'cascade-stage', { messageIds: [mine, deleted, yours], position: 1 });
  await addOlderJob(pool, 'cascade-stage', { messageIds: [mine], accountIds: [77], position: 1 });
  await migrate(pool, { neededOnly: true });
  const { rows: accounts } = await database.pool.query('select id from cascade.accounts order by name');
  const [{ id: one }, { id: two }] = accounts;
  const { rows } = await pool.query(
    `select account_id as "accountId", event_ids as "messageIds" from cascade.due where kind = 2 order by account_id`,
  );
  const of = (accountId: number, messageId: number) => ({ accountId, messageIds: [`${messageId}`] });
  expect(rows).toEqual(
    [of(one, mine), of(two, yours), of(77, mine)].sort((a, b) => a.accountId - b.accountId),
  );
});
