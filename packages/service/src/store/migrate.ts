import { setTimeout } from 'node:timers/promises';
import type { Client, Pool, PoolClient } from 'pg';
import { StoreError } from './connection/errors.ts';
import { connectionLike } from './create-pool.ts';
import { asOnlyBuilder, builderName } from './only-builder.ts';
import {
  applying,
  type ConcurrentStatement,
  findChanged,
  type Migration,
  ownMigrations,
  readFunctions,
  readMigrations,
  recordFunctions,
  textOfFile,
} from './read-migrations.ts';
import { sql, t } from './tables.ts';
import { inTransaction } from './transaction.ts';

/** The record of a migration in the database. */
interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly applied_at: Date;
  readonly is_a_day_old: boolean;
}

/** "casc" in ASCII. Each process that migrates this database takes this lock. */
const advisoryLock = 0x63617363;

export interface MigrateOptions {
  readonly folder?: string;
  /**
   * Leaves out the migrations that run while the service serves (`-- runs: while serving`). So a needed
   * migration must not rely on those before it that are not. In a new database all of them are fast, and none
   * is left out.
   */
  readonly neededOnly?: boolean;
  /** Stops before the next migration, and interrupts a migration that runs without a transaction. */
  readonly signal?: AbortSignal;
  /** If the tables are those of a cluster, which also takes the statements of a migration one by one. */
  readonly onCluster?: OnCluster | undefined;
  /** Whether no replica of another version runs: nothing waits until an earlier migration is a day old. */
  readonly isAlone?: boolean;
  /** Called now and then with what a long migration has done. */
  readonly onProgress?: (text: string) => void;
}

/** What a cluster needs in the transaction of a migration, beside its statements. */
export interface OnCluster {
  begin(client: PoolClient): Promise<void>;
  finish(client: PoolClient): Promise<void>;
}

/**
 * Applies the missing migrations to the schema `cascade`, then functions and triggers that differ, and
 * returns the migrations. Each migration and its record are one transaction, except those that cannot run in
 * one. Any number of processes may call this at once; each migration is applied by one of them.
 * @throws {StoreError} if the database has a migration that differs from ours or is newer, or is from before
 * the baseline.
 */
export async function migrate(pool: Pool, options: MigrateOptions = {}): Promise<readonly Migration[]> {
  const { folder = ownMigrations, neededOnly = false, isAlone = false, onCluster, signal } = options;
  const migrations = await readMigrations(folder);
  const done: Migration[] = [];
  const all = !neededOnly;
  const target = { pool, migrations, onCluster };
  let isFree = isAlone;
  while (signal?.aborted !== true) {
    const next = await applyNext(target, (applied) => {
      isFree ||= applied.size === 0;
      return migrations.find(
        (migration) =>
          !applied.has(migration.number) &&
          (isFree || ((all || !migration.whileServing) && isDue(migration, applied))),
      );
    });
    if (next === undefined) break;
    if (next.outsideTransaction === undefined) done.push(next);
    else if (await applyOutside(pool, next, migrations, options)) done.push(next);
  }
  if (signal?.aborted !== true) await applyFunctions(target, folder);
  return done;
}

/** The migrations that were applied, and whether that was more than a day ago. */
type Applied = ReadonlyMap<number, { readonly isADayOld: boolean }>;

function isDue({ dayAfter }: Migration, applied: Applied): boolean {
  return dayAfter === undefined || applied.get(dayAfter)?.isADayOld === true;
}

/**
 * How many migrations a migrated database lacks, including those that wait until an earlier one is a day old.
 */
export async function countLeft(pool: Pool, folder: string = ownMigrations): Promise<number> {
  const migrations = await readMigrations(folder);
  const { rows } = await pool.query<{ number: number }>(sql`select number from ${t.migrations}`);
  const applied = new Set(rows.map(({ number }) => number));
  return migrations.filter(({ number }) => !applied.has(number)).length;
}

/**
 * Applies the migration that is chosen. A migration that cannot run in a transaction is returned unapplied.
 */
async function applyNext(
  { pool, migrations, onCluster }: Target,
  choose: (applied: Applied) => Migration | undefined,
): Promise<Migration | undefined> {
  return untilNoneIsInTheWay(pool, async (client) => {
    const applied = await lockAndRead(client, migrations);
    const next = choose(applied);
    if (next === undefined || next.outsideTransaction !== undefined) return next;
    const isThere = next.baselineOf !== undefined && applied.size > 0;
    if (!isThere) await run(client, next.sql, onCluster);
    await record(client, next);
    return next;
  });
}

/** All that changed in one transaction, since functions call each other. */
async function applyFunctions({ pool, migrations, onCluster }: Target, folder: string): Promise<void> {
  const functions = await readFunctions(folder);
  await untilNoneIsInTheWay(pool, async (client) => {
    await lockAndRead(client, migrations);
    const changed = await findChanged(client, functions);
    if (changed.length === 0) return;
    await run(client, applying(changed), onCluster);
    await recordFunctions(client, changed);
  });
}

interface Target {
  readonly pool: Pool;
  readonly migrations: readonly Migration[];
  readonly onCluster: OnCluster | undefined;
}

/**
 * Runs work in a transaction. A migration that waits for a table lock makes every writer wait behind it, so
 * it gives up soon, and tries again; so it does after a deadlock with a writer, which on a cluster is found
 * among several nodes.
 */
async function untilNoneIsInTheWay<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await inTransaction(pool, work);
    } catch (error) {
      if (!isInTheWay(error)) throw error;
      await setTimeout(pauseForOthers);
    }
  }
}

async function run(client: PoolClient, sql: string, onCluster: OnCluster | undefined): Promise<void> {
  await onCluster?.begin(client);
  await keepVacuumAway(client);
  await client.query("set local lock_timeout = '1s'");
  await client.query("set local maintenance_work_mem = '256MB'");
  await client.query(textOfFile(onCluster === undefined ? sql : asBlock(sql)));
  await onCluster?.finish(client);
}

/** A block runs its statements one by one. */
function asBlock(sql: string): string {
  return `do $migration$\nbegin\n${sql}\nend\n$migration$`;
}

/** Milliseconds in which others get their locks. */
const pauseForOthers = 3_000;

/** Whether others held a lock too long, or waited for ours: all is rolled back, and may succeed later. */
function isInTheWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');
}

/**
 * Applies a migration outside a transaction, unless another process has applied it meanwhile; false in that
 * case, or if it was interrupted.
 */
async function applyOutside(
  pool: Pool,
  migration: Migration,
  migrations: readonly Migration[],
  { signal, onProgress }: MigrateOptions,
): Promise<boolean> {
  const { number, outsideTransaction: statements = [] } = migration;
  const isMissing = () =>
    inTransaction(pool, async (client) => !(await lockAndRead(client, migrations)).has(number));
  return asOnlyBuilder(pool, signal, async () => {
    if (!(await isMissing())) return false;
    await runConcurrently(pool, statements, { signal, onProgress });
    return inTransaction(pool, async (client) => {
      if ((await lockAndRead(client, migrations)).has(number)) return false;
      await record(client, migration);
      return true;
    });
  });
}

/** Locks the migrations until the end of the transaction, and resolves to those applied. */
async function lockAndRead(client: PoolClient, migrations: readonly Migration[]): Promise<Applied> {
  // Neither a migration nor the wait for another process that migrates may time out.
  await client.query('set local statement_timeout = 0');
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
  const applied = await readApplied(client);
  checkApplied(applied, migrations);
  return new Map(applied.map(({ number, is_a_day_old: isADayOld }) => [number, { isADayOld }]));
}

async function record(client: PoolClient, { number, name, checksum }: Migration): Promise<void> {
  await client.query(sql`insert into ${t.migrations} (number, name, checksum) values ($1, $2, $3)`, [
    number,
    name,
    checksum,
  ]);
}

async function readApplied(client: PoolClient): Promise<readonly AppliedMigration[]> {
  // Asked first, because `create … if not exists` needs the permission to create even if the schema exists.
  const { rows } = await client.query(sql`select to_regclass('${t.migrations}') is not null as exists`);
  if (!rows[0].exists) await client.query(bookkeeping);
  const { rows: applied } = await client.query<AppliedMigration>(
    sql`select number, name, checksum, applied_at, applied_at < now() - interval '1 day' as is_a_day_old
     from ${t.migrations} order by number`,
  );
  return applied;
}

const bookkeeping = sql`
create schema if not exists ${t.schema};

create table ${t.migrations} (
  number integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
);

comment on table ${t.migrations} is 'What made this schema, step by step. Written by the service at start.';
`;

function checkApplied(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const newest = applied.at(-1);
  const last = migrations.at(-1)?.number ?? 0;
  if (newest !== undefined && newest.number > last)
    throw new StoreError(
      `The database is newer than this service: it has migration ${newest.number} (${newest.name}), and this version ends with ${last}. Start the version that migrated it, or a later one.`,
    );
  checkBaseline(applied, migrations[0]);
  const checksums = new Map(migrations.map(({ number, checksum }) => [number, checksum]));
  for (const { number, name, checksum, applied_at } of applied) {
    if ((checksums.get(number) ?? checksum) === checksum) continue;
    throw new StoreError(
      `Migration ${number} (${name}) has changed since it was applied to this database on ${applied_at.toISOString()}. Restore its text, and put the change into a new migration.`,
    );
  }
}

/** Whether the database has the baseline, or all migrations before it, or nothing yet. */
function checkBaseline(applied: readonly AppliedMigration[], first: Migration | undefined): void {
  if (first?.baselineOf === undefined || applied.length === 0) return;
  const numbers = new Set(applied.map(({ number }) => number));
  if (numbers.has(first.number)) return;
  const count = first.number - 1;
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((number) => !numbers.has(number));
  if (missing.length === 0) return;
  throw new StoreError(
    `The database is too old for this version: of the ${count} migrations of version ${first.baselineOf}, it lacks ${missing.join(', ')}. Start version ${first.baselineOf} of the service on it; once it has applied them all, which may take it a day, start this version.`,
  );
}

/**
 * Locks the tables of the schema against vacuum until the end of the transaction; others read and write
 * meanwhile. PostgreSQL cancels its own vacuum once this lock has waited for `deadlock_timeout`, by default a
 * second. A migration that waited for it with a lock that keeps out everyone would have to give up sooner,
 * each time, as long as a large table is vacuumed. An operator's vacuum and the build of an index go on: the
 * migration may not need their table.
 */
async function keepVacuumAway(client: PoolClient): Promise<void> {
  await client.query("set local lock_timeout = '3s'");
  await client.query(lockTables);
}

const lockTables = sql`
do $$
declare
  name text;
begin
  for name in
    select oid::regclass::text from pg_class where relnamespace = '${t.schema}'::regnamespace and relkind = 'r' order by oid
  loop
    begin
      execute 'lock table ' || name || ' in share update exclusive mode';
    exception when lock_not_available then
      null;
    end;
  end loop;
end
$$`;

interface RunOptions {
  readonly signal: AbortSignal | undefined;
  /** Called with the notices of the statements. */
  readonly onProgress: ((text: string) => void) | undefined;
}

/**
 * Runs statements that cannot run in a transaction, on a connection of its own without time-outs. An invalid
 * index that an interrupted run left behind is dropped first. The signal cancels the statement under way.
 */
export async function runConcurrently(
  pool: Pool,
  statements: readonly ConcurrentStatement[],
  { signal, onProgress }: RunOptions,
): Promise<void> {
  const client = connectionLike(pool, {
    application_name: builderName,
    options: '-c maintenance_work_mem=256MB -c statement_timeout=0 -c lock_timeout=0',
    pipeline: false,
    deadlineMs: 0,
  });
  if (onProgress !== undefined) client.on('notice', ({ message = '' }) => onProgress(message));
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const cancel = () =>
    void pool.query('select pg_cancel_backend($1::integer)', [rows[0]?.pid]).catch(() => {});
  signal?.addEventListener('abort', cancel);
  try {
    for (const { sql, createdIndex } of statements) {
      signal?.throwIfAborted();
      if (createdIndex !== undefined) await dropIfInvalid(client, createdIndex);
      await client.query(textOfFile(sql));
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    await client.end();
  }
}

/**
 * Concurrently, too: a plain `drop index` would make all writers wait behind the oldest reader of the table.
 */
async function dropIfInvalid(client: Client, index: string): Promise<void> {
  const { rows } = await client.query(
    textOfFile(`select from pg_index where indexrelid = to_regclass('${index}') and not indisvalid`),
  );
  if (rows.length > 0) await client.query(textOfFile(`drop index concurrently if exists ${index}`));
}
