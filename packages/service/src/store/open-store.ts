import type { Pool } from 'pg';
import { type Log, silent } from '../log.ts';
import { createPool, type PoolOptions } from './create-pool.ts';
import { defaultDataFolder } from './default-data-folder.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
import { StoreError } from './store-error.ts';

export interface StoreOptions {
  /** `DATABASE_URL`. Without it, or with an empty one, the store runs a PostgreSQL of its own. */
  readonly databaseUrl?: string | undefined;
  /** Where the PostgreSQL of its own has its data; see {@link defaultDataFolder}. */
  readonly dataFolder?: string | undefined;
  readonly poolSize?: PoolOptions['size'];
  readonly applicationName?: PoolOptions['applicationName'];
  readonly log?: Log;
}

/** The database of the service, until it is closed. */
export interface Store {
  readonly pool: Pool;
  /** For what makes connections of its own, such as pg-boss. May hold a password. */
  readonly connectionString: string;
  /** Waits for the work under way, then ends the connections and the server, if it is ours. */
  close(): Promise<void>;
}

/**
 * A database that answers: the one of `databaseUrl`, or a PostgreSQL of our own. Its tables are another matter: see
 * `migrate`.
 * @throws {StoreError} or {EmbeddedPostgresError}, which say what can be done.
 */
export async function openStore(options: StoreOptions = {}): Promise<Store> {
  const { databaseUrl = '', dataFolder = defaultDataFolder(), log = silent } = options;
  const server = databaseUrl === '' ? await startEmbeddedPostgres({ dataFolder, log }) : foreign(databaseUrl);
  const { connectionString } = server;
  const { poolSize: size, applicationName } = options;
  const pool = createPool({ connectionString, size, applicationName, log });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= pool.end().then(() => server.stop());
    return closed;
  };
  try {
    await pool.query('select');
  } catch (error) {
    await close();
    const where = databaseUrl === '' ? dataFolder : 'DATABASE_URL';
    throw new StoreError(`The database of ${where} cannot be used: ${describe(error)}.`, error);
  }
  return { pool, connectionString, close };
}

/** Somebody else's server: not ours to stop. */
function foreign(connectionString: string): EmbeddedPostgres {
  return { connectionString, stop: async () => {} };
}

/** Node reports a name with several addresses as an error without a message, and the attempts inside. */
function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ');
  return error instanceof Error ? error.message : String(error);
}
