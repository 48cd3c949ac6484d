import { setTimeout } from 'node:timers/promises';
import type { Client, Pool, PoolClient } from 'pg';
import { connectionLike } from './create-pool.ts';
import { asOnlyBuilder, builderName } from './only-builder.ts';
import {
  type ConcurrentStatement,
  type Migration,
  ownMigrations,
  readMigrations,
} from './read-migrations.ts';
import { StoreError } from './store-error.ts';
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
   * Leaves out the migrations that run while the service serves (`-- runs: while serving`). So a needed migration must not
   * rely on those before it that are not. In a new database all of them are fast, and none is left out.
   */
  readonly neededOnly?: boolean;
  /** Stops before the next migration, and interrupts a migration that runs without a transaction. */
  readonly signal?: AbortSignal;
  /** If the tables are distributed by Citus, which also takes the statements of a migration one by one. */
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
 * Applies the missing migrations to the schema `cascade`, and returns them. Each migration and its record are
 * one transaction, except those that cannot run in one. Any number of processes may call this at once; each migration
 * is applied by one of them.
 * @throws {StoreError} if the database has a migration that differs from ours, or a newer one.
 */
export async function migrate(pool: Pool, options: MigrateOptions = {}): Promise<readonly Migration[]> {
  const { folder = ownMigrations, neededOnly = false, isAlone = false, onCluster, signal } = options;
  const migrations = await readMigrations(folder);
  const done: Migration[] = [];
  const all = !neededOnly;
  let isFree = isAlone;
  while (signal?.aborted !== true) {
    const next = await applyNext({ pool, migrations, onCluster }, (applied) => {
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
  return done;
}

/** The migrations that were applied, and whether that was more than a day ago. */
type Applied = ReadonlyMap<number, { readonly isADayOld: boolean }>;

function isDue({ dayAfter }: Migration, applied: Applied): boolean {
  return dayAfter === undefined || applied.get(dayAfter)?.isADayOld === true;
}

/** How far a database is that was migrated. */
interface Progress {
  /** Whether it has all that the service makes use of. */
  readonly isMigrated: boolean;
  /** Whether any migration is left, including those that wait until an earlier migration is a day old. */
  readonly isLeft: boolean;
}

export async function readProgress(pool: Pool, folder: string = ownMigrations): Promise<Progress> {
  const migrations = await readMigrations(folder);
  const { rows } = await pool.query<{ number: number }>('select number from cascade.migrations');
  const applied = new Set(rows.map(({ number }) => number));
  const left = migrations.filter(({ number }) => !applied.has(number));
  return { isMigrated: left.every(({ dayAfter }) => dayAfter !== undefined), isLeft: left.length > 0 };
}

/**
 * Applies the migration that is chosen. A migration that cannot run in a transaction is returned unapplied.
 * A migration that waits for a table lock makes every writer wait behind it, so it gives up soon, and tries again; so it does
 * after a deadlock with a writer, which on a cluster is found among several nodes.
 */
async function applyNext(
  { pool, migrations, onCluster }: Migrated,
  choose: (applied: Applied) => Migration | undefined,
): Promise<Migration | undefined> {
  for (;;) {
    try {
      return await inTransaction(pool, async (client) => {
        const next = choose(await lockAndRead(client, migrations));
        if (next === undefined || next.outsideTransaction !== undefined) return next;
        await onCluster?.begin(client);
        await keepVacuumAway(client);
        await client.query("set local lock_timeout = '1s'");
        await client.query("set local maintenance_work_mem = '256MB'");
        await client.query(onCluster === undefined ? next.sql : asBlock(next.sql));
        await onCluster?.finish(client);
        await record(client, next);
        return next;
      });
    } catch (error) {
      if (!isInTheWay(error)) throw error;
      await setTimeout(pauseForOthers);
    }
  }
}

interface Migrated {
  readonly pool: Pool;
  readonly migrations: readonly Migration[];
  readonly onCluster: OnCluster | undefined;
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
 * Applies a migration outside a transaction, unless another process has applied it meanwhile; false in that case, or if
 * it was interrupted.
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
  await client.query('insert into cascade.migrations (number, name, checksum) values ($1, $2, $3)', [
    number,
    name,
    checksum,
  ]);
}

async function readApplied(client: PoolClient): Promise<readonly AppliedMigration[]> {
  // Asked first, because `create … if not exists` needs the permission to create even if the schema exists.
  const { rows } = await client.query("select to_regclass('cascade.migrations') is not null as exists");
  if (!rows[0].exists) await client.query(bookkeeping);
  const { rows: applied } = await client.query<AppliedMigration>(
    `select number, name, checksum, applied_at, applied_at < now() - interval '1 day' as is_a_day_old
     from cascade.migrations order by number`,
  );
  return applied;
}

const bookkeeping = `
create schema if not exists cascade;

create table cascade.migrations (
  number integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
);

comment on table cascade.migrations is 'What made this schema, step by step. Written by the service at start.';
`;

function checkApplied(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const newest = applied.at(-1);
  if (newest !== undefined && newest.number > migrations.length)
    throw new StoreError(
      `The database is newer than this service: it has migration ${newest.number} (${newest.name}), and this version ends with ${migrations.length}. Start the version that migrated it, or a later one.`,
    );
  for (const { number, name, checksum, applied_at } of applied) {
    if (migrations[number - 1]?.checksum === checksum) continue;
    throw new StoreError(
      `Migration ${number} (${name}) has changed since it was applied to this database on ${applied_at.toISOString()}. Restore its text, and put the change into a new migration.`,
    );
  }
}

/**
 * Locks the tables of the schema against vacuum until the end of the transaction; others read and write meanwhile. PostgreSQL
 * cancels its own vacuum once this lock has waited for `deadlock_timeout`, by default a second. A migration that waited for it
 * with a lock that keeps out everyone would have to give up sooner, each time, as long as a large table is vacuumed. An
 * operator's vacuum and the build of an index go on: the migration may not need their table.
 */
async function keepVacuumAway(client: PoolClient): Promise<void> {
  await client.query("set local lock_timeout = '3s'");
  await client.query(lockTables);
}

const lockTables = `
do $$
declare
  name text;
begin
  for name in
    select oid::regclass::text from pg_class where relnamespace = 'cascade'::regnamespace and relkind = 'r' order by oid
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
 * Runs statements that cannot run in a transaction, on a connection of its own without time-outs. An invalid index that
 * an interrupted run left behind is dropped first. The signal cancels the statement under way.
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
      await client.query(sql);
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    await client.end();
  }
}

/** Concurrently, too: a plain `drop index` would make all writers wait behind the oldest reader of the table. */
async function dropIfInvalid(client: Client, index: string): Promise<void> {
  // Named in the text, which is rewritten for the shard, and not as a value.
  const { rows } = await client.query(
    `select from pg_index where indexrelid = to_regclass('${index}') and not indisvalid`,
  );
  if (rows.length > 0) await client.query(`drop index concurrently if exists ${index}`);
}
