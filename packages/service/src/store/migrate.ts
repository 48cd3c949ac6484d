import type { Pool, PoolClient } from 'pg';
import { type Migration, ownMigrations, readMigrations } from './read-migrations.ts';
import { StoreError } from './store-error.ts';
import { inTransaction } from './transaction.ts';

/** The record of a migration in the database. */
interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly applied_at: Date;
}

/** "casc" in ASCII. Each process that migrates this database takes this lock. */
const advisoryLock = 0x63617363;

/**
 * Applies the missing migrations to the schema `cascade`, and returns them. Each migration and its record are
 * one transaction. Any number of processes may call this at once; each migration is applied by one of them.
 * @throws {StoreError} if the database has a migration that differs from ours, or a newer one.
 */
export async function migrate(pool: Pool, folder: string = ownMigrations): Promise<readonly Migration[]> {
  const migrations = await readMigrations(folder);
  const done: Migration[] = [];
  for (;;) {
    const migration = await inTransaction(pool, (client) => applyNext(client, migrations));
    if (migration === undefined) return done;
    done.push(migration);
  }
}

async function applyNext(
  client: PoolClient,
  migrations: readonly Migration[],
): Promise<Migration | undefined> {
  // Neither a migration nor the wait for another process that migrates may time out.
  await client.query('set local statement_timeout = 0');
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
  const applied = await readApplied(client);
  checkApplied(applied, migrations);
  const next = migrations[applied.length];
  if (next === undefined) return undefined;
  await client.query(next.sql);
  await client.query('insert into cascade.migrations (number, name, checksum) values ($1, $2, $3)', [
    next.number,
    next.name,
    next.checksum,
  ]);
  return next;
}

async function readApplied(client: PoolClient): Promise<readonly AppliedMigration[]> {
  // Asked first, because `create … if not exists` needs the permission to create even if the schema exists.
  const { rows } = await client.query("select to_regclass('cascade.migrations') is not null as exists");
  if (!rows[0].exists) await client.query(bookkeeping);
  const { rows: applied } = await client.query<AppliedMigration>(
    'select number, name, checksum, applied_at from cascade.migrations order by number',
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
