import type { Pool, PoolClient } from 'pg';
import { type Migration, ownMigrations, readMigrations } from './read-migrations.ts';
import { StoreError } from './store-error.ts';
import { inTransaction } from './transaction.ts';

/** What the database remembers of a migration. */
interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly applied_at: Date;
}

/** "casc" in ASCII: what everybody locks who migrates this database. */
const advisoryLock = 0x63617363;

/**
 * Brings the schema `cascade` up to date, and answers what that took. Each migration is one transaction with its
 * record; any number of processes may do this at once, and one of them does each.
 * @throws {StoreError} if the database was made by other migrations than ours, or by newer ones.
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
  // A migration takes as long as it takes, and so does waiting for another process that migrates.
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
  // Asked first: whoever may not make a schema may not say "if not exists", either.
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
