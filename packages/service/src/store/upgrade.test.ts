import { rm } from 'node:fs/promises';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { silent } from '../log.ts';
import { anAccount } from '../testing/declare.ts';
import { nextVersion } from '../testing/next-version.ts';
import { scheduling, send } from '../testing/requests.ts';
import { startTestService } from '../testing/start-test-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { migrate } from './migrate.ts';
import { startLateMigrations } from './start-late-migrations.ts';

const database = withTestDatabase();
const patience = { timeout: 60_000, interval: 50 };
let next: Awaited<ReturnType<typeof nextVersion>>;

beforeAll(async () => {
  next = await nextVersion();
  return () => rm(next.folder, { recursive: true });
});

/** Of a full table: 20,000 messages with three events each. */
async function fill(accountId: number): Promise<void> {
  await database.pool.query(
    `with message as (
       insert into cascade.messages
         (account_id, request_id, request_id_as_sent, cascade_id, address, fingerprint, reserved, state)
       select $1, gen_random_uuid(), 'r', 2002, 'a', sha256(g::text::bytea), 0, 'ended' from generate_series(1, 20000) as g
       returning account_id, id
     )
     insert into cascade.status_events (id, account_id, message_id, position, status, at, state)
     select 'evt_' || gen_random_uuid(), account_id, id, 1, status, now(), 'delivered'
     from message, unnest(array['ENQUEUED', 'SENT', 'DELIVERED']) as status`,
    [accountId],
  );
}

const grades = `
select count(*)::int as events, count(*) filter (where grade = length(status))::int as graded from cascade.status_events`;

test('a full store is upgraded while a replica of this version serves, and for a day after', async () => {
  const { pool, connectionString } = database;
  const accounts = [anAccount('first', { balance: 1_000_000 })];
  const service = await startTestService({ database: connectionString, accounts });
  onTestFinished(() => service.close());
  const { rows } = await pool.query<{ id: number }>('select id from cascade.accounts');
  await fill(rows[0]?.id ?? 0);
  const schedule = () => send(service.url, scheduling({}, 'first-key'));
  const { folder, first } = next;
  const numbers = async () =>
    (await pool.query('select number from cascade.migrations order by number')).rows.map(
      ({ number }) => number,
    );

  expect(await migrate(pool, { folder, neededOnly: true })).toMatchObject([{ number: first }]);
  expect(await schedule()).toMatchObject({ status: 200 });

  // The build of an index waits for a transaction with an older snapshot; callers do not.
  const older = await pool.connect();
  await older.query('begin isolation level repeatable read');
  await older.query('set local idle_in_transaction_session_timeout = 0');
  await older.query('select');
  const onMigrated = vi.fn(async () => {});
  const start = () =>
    startLateMigrations({ pool, log: silent, folder, onMigrated, pauseMs: 50, lookEveryMs: 50 });
  const stop = await start();
  onTestFinished(() => stop());
  const isBuilding = "select from pg_stat_progress_create_index where phase like 'waiting for old%'";
  await vi.waitFor(async () => expect((await pool.query(isBuilding)).rows).toHaveLength(1), patience);
  for (let time = 0; time < 3; time += 1) expect(await schedule()).toMatchObject({ status: 200 });
  // Another replica of the next version starts and stops meanwhile.
  const stopAnother = await start();
  await stopAnother();
  expect(await numbers()).not.toContain(first + 1);
  await older.query('rollback');
  older.release();
  await vi.waitFor(async () => expect(await numbers()).toContain(first + 1), patience);
  await vi.waitFor(() => expect(onMigrated).toHaveBeenCalled(), patience);

  const early = (await pool.query(grades)).rows[0];
  expect(early.events).toBeGreaterThan(60_000);
  expect(early.graded).toBe(early.events);
  expect(await schedule()).toMatchObject({ status: 200 });
  await service.close();
  expect(await numbers()).not.toContain(first + 2);
  await pool.query("update cascade.migrations set applied_at = applied_at - interval '25 hours'");
  await vi.waitFor(async () => expect(await numbers()).toContain(first + 2), patience);
});
