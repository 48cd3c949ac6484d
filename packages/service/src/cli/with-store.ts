import type { Pool } from 'pg';
import { openCommandShards } from '../cluster/command-shards.ts';
import type { Log } from '../log.ts';
import { StoreError } from '../store/connection/errors.ts';
import { setupPatience } from '../store/create-pool.ts';
import { keysOfEvents, type MessageKey } from '../store/message-key.ts';
import { migrate, type OnCluster } from '../store/migrate.ts';
import { openStore } from '../store/open-store.ts';
import { sql, t } from '../store/tables.ts';
import { findMessages } from '../story/story.ts';
import { type DatabaseOptions, databaseOf } from './database-of.ts';
import type { Terminal } from './terminal.ts';

/** Whether a database has what the command is about. */
export type Owns = (pool: Pool) => Promise<boolean>;

/** The database that has the account. */
export function ofAccount(name: string): Owns {
  return async (pool) => {
    const { rows } = await pool.query(sql`select from ${t.accounts} where name = $1`, [name]);
    return rows.length > 0;
  };
}

/** The database that has the registration of a callback URL. */
export function ofRegistration(id: number): Owns {
  return async (pool) => {
    const { rows } = await pool.query(sql`select from ${t.callbacks} where id = $1`, [id]);
    return rows.length > 0;
  };
}

/** The database that has the message with a message id or request id. */
export function ofMessage(id: string, account: string | undefined): Owns {
  return async (pool) => (await findMessages(pool, id, account)).length > 0;
}

/** The database that has the status event. */
export function ofEvent(id: string): Owns {
  return async (pool) => {
    const keys: ReadonlyMap<string, MessageKey> = await keysOfEvents(pool, [id]);
    return keys.size > 0;
  };
}

/**
 * Runs the work on the database of the command line, or on all shards of a cluster. Creates and migrates them
 * if needed, with progress on standard error.
 */
export function withMigratedStores<Result>(
  options: DatabaseOptions,
  terminal: Terminal,
  work: (pools: readonly Pool[]) => Promise<Result>,
): Promise<Result> {
  return open(options, terminal, async (databases) => {
    const onProgress = (text: string) => terminal.err(`${text}\n`);
    for (const { pool, onCluster } of databases)
      await migrate(pool, { neededOnly: true, onCluster, onProgress });
    return work(poolsOf(databases));
  });
}

/**
 * The same on what exists, without migrating it: an older service may still use it.
 * @throws {StoreError} if the database has no tables yet.
 */
export function withStores<Result>(
  options: DatabaseOptions,
  terminal: Terminal,
  work: (pools: readonly Pool[]) => Promise<Result>,
): Promise<Result> {
  return open(options, terminal, async (databases) => {
    const isEmpty = sql`select to_regclass('${t.accounts}') is null as "isEmpty"`;
    const answers = await Promise.all(databases.map(({ pool }) => pool.query<{ isEmpty: boolean }>(isEmpty)));
    if (answers.some(({ rows }) => rows[0]?.isEmpty))
      throw new StoreError(
        'The database is empty. Create its tables and accounts first: cascade-service apply accounts.yaml',
      );
    return work(poolsOf(databases));
  });
}

/**
 * The same on the one database that has what the command is about; on the first, if none has it.
 *
 * @param owns Asked only if there are several.
 */
export function withStore<Result>(
  options: DatabaseOptions,
  terminal: Terminal,
  owns: Owns,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  return withStores(options, terminal, async (pools) => {
    const [first, ...others] = pools;
    if (first === undefined) throw new StoreError('The cluster has no shards.');
    if (others.length === 0) return work(first);
    const answers = await Promise.all(pools.map(owns));
    return work(pools[answers.indexOf(true)] ?? first);
  });
}

interface OpenDatabase {
  readonly pool: Pool;
  /** Absent if the database is not distributed. */
  readonly onCluster?: OnCluster;
}

function poolsOf(databases: readonly OpenDatabase[]): readonly Pool[] {
  return databases.map(({ pool }) => pool);
}

async function open<Result>(
  options: DatabaseOptions,
  terminal: Terminal,
  work: (databases: readonly OpenDatabase[]) => Promise<Result>,
): Promise<Result> {
  const settings = settingsFor(terminal);
  const store = await openStore({ ...databaseOf(options, terminal), ...settings, poolSize: 2 });
  let shards: readonly OpenDatabase[] = [];
  try {
    shards = await openCommandShards(store, settings);
    return await work(shards.length === 0 ? [{ pool: store.pool }] : shards);
  } finally {
    await Promise.all(poolsOf(shards).map((pool) => pool.end()));
    await store.close();
  }
}

/** Of the connections of a command. */
export function settingsFor({ err }: Terminal) {
  return { patience: setupPatience, applicationName: 'cascade-service cli', log: asLines(err) };
}

/** Prints the log of the store on the terminal. */
function asLines(write: (text: string) => void): Log {
  const line = (fields: object, message: string) => {
    const { error } = fields as { error?: { message: string } };
    write(error === undefined ? `${message}\n` : `${message}: ${error.message}\n`);
  };
  return { info: line, warn: line, error: line };
}
