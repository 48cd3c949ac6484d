import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '@cascade/embedded-postgres';
import { defined } from '../defined.ts';
import { type Log, silent } from '../log.ts';
import { checkPooler } from './connection/check-pooler.ts';
import { createConnections, watchServers } from './connection/connections.ts';
import { endSessions } from './connection/end-abandoned.ts';
import { StoreError } from './connection/errors.ts';
import { createServers, urlsOf } from './connection/servers.ts';
import { createPool, type Patience, type PoolOptions } from './create-pool.ts';
import { defaultDataFolder } from './default-data-folder.ts';

/**
 * Role and database of the service on its own PostgreSQL. The role may do anything in its database and
 * nothing outside. Its name differs from the schema's: otherwise `search_path` would find tables without
 * their schema, here only.
 */
export const ownDatabase = { user: 'cascade_service', database: 'cascade' } as const;

export interface StoreOptions {
  /** `DATABASE_URL`. If absent or empty, the store starts its own PostgreSQL. */
  readonly databaseUrl?: string | undefined;
  /** The data folder of that PostgreSQL; see {@link defaultDataFolder}. */
  readonly dataFolder?: string | undefined;
  readonly poolSize?: PoolOptions['size'];
  readonly applicationName?: PoolOptions['applicationName'];
  /** Of a service if absent. */
  readonly patience?: Patience;
  readonly log?: Log;
}

/** The database of the service, until it is closed. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/**
 * Connects to the database of `databaseUrl`, or starts the store's own PostgreSQL. It does not create tables:
 * see `migrate`.
 * @throws {StoreError} that says what the operator can do.
 */
export async function openStore(options: StoreOptions = {}) {
  const { databaseUrl = '', dataFolder = defaultDataFolder(), log = silent } = options;
  const server = databaseUrl === '' ? await startOwn(dataFolder, log) : foreign(databaseUrl);
  const urls = urlsOf(server.connectionString);
  const [connectionString = ''] = urls;
  const { poolSize: size, applicationName, patience } = options;
  const connections = createConnections({
    log,
    endSessions: (sessions) => endSessions(pool, sessions),
    servers: urls.length > 1 ? createServers(urls, undefined, log) : undefined,
  });
  const pool = createPool({
    connectionString,
    size,
    applicationName,
    log,
    connections,
    ...defined({ patience }),
  });
  const stopWatching = watchServers(connections, log);
  let closed: Promise<void> | undefined;
  const close = () => {
    stopWatching();
    closed ??= pool.end().then(() => server.stop());
    return closed;
  };
  try {
    await pool.query('select');
    // A URL that lists the servers leads through no pooler.
    if (databaseUrl !== '' && urls.length === 1) await checkPooler(connectionString);
  } catch (error) {
    await close();
    if (error instanceof StoreError) throw error;
    if (isOptionsRefused(error)) throw new StoreError(explainOptions, error);
    const where = databaseUrl === '' ? dataFolder : 'DATABASE_URL';
    throw new StoreError(`The database of ${where} cannot be used: ${describe(error)}.`, error);
  }
  return {
    pool,
    /** For further connections. May contain a password. */
    connectionString,
    /** For further pools of the same process. */
    connections,
    /**
     * Waits for the queries under way, then closes the connections, and stops the server if it is the store's
     * own.
     */
    close,
  };
}

/** PgBouncer says so about every setting that it has not been told to ignore. */
function isOptionsRefused(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message);
}

const explainOptions =
  'The pooler of DATABASE_URL refuses the settings of the service. Add options to its ignore_startup_parameters.';

/** The store's own server. To every failure, a server of the operator is an alternative. */
async function startOwn(dataFolder: string, log: Log): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ dataFolder, log, ...ownDatabase });
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    throw new StoreError(`${error.message}\nOr set DATABASE_URL to use another PostgreSQL server.`, error);
  }
}

/** The operator's server, which the store must not stop. */
function foreign(connectionString: string): EmbeddedPostgres {
  return { connectionString, stop: async () => {} };
}

/** For a name with several addresses, Node's error has no message of its own, only one per address. */
function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ');
  return error instanceof Error ? error.message : String(error);
}
