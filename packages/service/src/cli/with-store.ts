import type { Pool } from 'pg';
import { findShards } from '../cluster/nodes.ts';
import { migratingOnCluster } from '../cluster/place-functions.ts';
import { type ShardNumber, tablesThroughCoordinator } from '../cluster/shard.ts';
import type { Log } from '../log.ts';
import { StoreError } from '../store/connection/errors.ts';
import { createPool, setupPatience } from '../store/create-pool.ts';
import { keysOfEvents, type MessageKey } from '../store/message-key.ts';
import { migrate } from '../store/migrate.ts';
import { openStore, type Store } from '../store/open-store.ts';
import { sql, t } from '../store/tables.ts';
import { findMessages } from '../story/story.ts';
import { type DatabaseOptions, databaseOf } from './database-of.ts';
import { UsageError } from './options.ts';
import type { Terminal } from './terminal.ts';

/** Whether a shard has what the command is about. */
export type Owns = (pool: Pool) => Promise<boolean>;

/** The shard that has the account. */
export function ofAccount(name: string): Owns {
  return async (pool) => {
    const { rows } = await pool.query(sql`select from ${t.accounts} where name = $1`, [name]);
    return rows.length > 0;
  };
}

/** The shard that has the registration of a callback URL. */
export function ofRegistration(id: number): Owns {
  return async (pool) => {
    const { rows } = await pool.query(sql`select from ${t.callbacks} where id = $1`, [id]);
    return rows.length > 0;
  };
}

/** The shard that has the message with a message id or request id. */
export function ofMessage(id: string, account: string | undefined): Owns {
  return async (pool) => (await findMessages(pool, id, account)).length > 0;
}

/** The shard that has the status event. */
export function ofEvent(id: string): Owns {
  return async (pool) => {
    const keys: ReadonlyMap<string, MessageKey> = await keysOfEvents(pool, [id]);
    return keys.size > 0;
  };
}

/**
 * Runs the work on all shards of the database of the command line. Creates and migrates them if needed, with
 * progress on standard error. A database that is not distributed is one shard.
 */
export function withMigratedStores<Result>(
  options: DatabaseOptions,
  terminal: Terminal,
  work: (pools: readonly Pool[]) => Promise<Result>,
): Promise<Result> {
  return open(options, terminal, async (shards) => {
    const onProgress = (text: string) => terminal.err(`${text}\n`);
    for (const { pool, shard } of shards) {
      const onCluster = shard === undefined ? undefined : migratingOnCluster(shard);
      await migrate(pool, { neededOnly: true, onCluster, onProgress });
    }
    return work(poolsOf(shards));
  });
}

/**
 * Runs the work on all shards of an existing database without migrating them: an older service may still use
 * it.
 * @throws {StoreError} if the database has no tables yet.
 */
export function withStores<Result>(
  options: DatabaseOptions,
  terminal: Terminal,
  work: (pools: readonly Pool[]) => Promise<Result>,
): Promise<Result> {
  return open(options, terminal, async (shards) => {
    const isEmpty = sql`select to_regclass('${t.accounts}') is null as "isEmpty"`;
    const answers = await Promise.all(shards.map(({ pool }) => pool.query<{ isEmpty: boolean }>(isEmpty)));
    if (answers.some(({ rows }) => rows[0]?.isEmpty))
      throw new StoreError(
        'The database is empty. Create its tables and accounts first: cascade-service apply accounts.yaml',
      );
    return work(poolsOf(shards));
  });
}

/**
 * The same on the one shard that has what the command is about; on the first, if none has it.
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

/** The coordinator of a cluster. */
export interface Coordinator {
  readonly pool: Pool;
  /** For further pools. */
  readonly place: Pick<Store, 'connectionString' | 'connections'> & { readonly log: Log };
}

/**
 * Runs the work on the coordinator of a cluster.
 * @throws {UsageError} if the command line names no server: the service's own is not a cluster.
 */
export async function withCoordinator<Result>(
  options: DatabaseOptions,
  terminal: Terminal,
  work: (coordinator: Coordinator) => Promise<Result>,
): Promise<Result> {
  const database = databaseOf(options, terminal);
  if ((database.databaseUrl ?? '') === '')
    throw new UsageError(
      'A cluster needs --database-url or the variable DATABASE_URL, with its coordinator.',
    );
  const store = await openStore({ ...database, ...settingsFor(terminal), poolSize: 2 });
  try {
    return await work({ pool: store.pool, place: { ...store, log: settingsFor(terminal).log } });
  } finally {
    await store.close();
  }
}

interface OpenShard {
  readonly pool: Pool;
  /** Undefined if the database is not distributed. */
  readonly shard: ShardNumber | undefined;
}

function poolsOf(shards: readonly OpenShard[]): readonly Pool[] {
  return shards.map(({ pool }) => pool);
}

async function open<Result>(
  options: DatabaseOptions,
  terminal: Terminal,
  work: (shards: readonly OpenShard[]) => Promise<Result>,
): Promise<Result> {
  const settings = settingsFor(terminal);
  const store = await openStore({ ...databaseOf(options, terminal), ...settings, poolSize: 2 });
  const opened: Pool[] = [];
  try {
    const placed = await findShards(store.pool);
    for (const { shard } of placed)
      opened.push(createPool({ ...store, ...settings, size: 2, tables: tablesThroughCoordinator(shard) }));
    return await work(
      placed.length === 0
        ? [{ pool: store.pool, shard: undefined }]
        : opened.map((pool, at) => ({ pool, shard: placed[at]?.shard })),
    );
  } finally {
    await Promise.all(opened.map((pool) => pool.end()));
    await store.close();
  }
}

function settingsFor({ err }: Terminal) {
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
