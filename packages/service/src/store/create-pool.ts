import { Pool } from 'pg';
import { describeError, type Log, silent } from '../log.ts';
import { exactNumbers } from './exact-numbers.ts';

export interface PoolOptions {
  readonly connectionString: string;
  /** Connections at most; 20 by default. All replicas together must stay below the server's `max_connections`. */
  readonly size?: number | undefined;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string | undefined;
  readonly log?: Log | undefined;
}

/**
 * Prepared statements are planned once for all values, and always by index: a plan made while a table is empty would
 * read the whole of it for the rest of the connection's life.
 */
const plannerSettings = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/**
 * Connections to the store. `bigint` is read as a number. A statement may take 30 seconds, and a transaction may be
 * left alone for 30: a replica that hangs must not hold an account's lock for ever. PgBouncer has to let these two and
 * `options` pass (`ignore_startup_parameters`), and to know prepared statements (1.21 and later).
 */
export function createPool({
  connectionString,
  size = 20,
  applicationName = 'cascade-service',
  log = silent,
}: PoolOptions): Pool {
  const pool = new Pool({
    connectionString,
    max: size,
    application_name: applicationName,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: plannerSettings,
    // Statements that do not need each other's answers share a round trip.
    pipeline: true,
    types: exactNumbers(),
  });
  // Without a listener, an idle connection that breaks would end the process. The pool replaces it by itself.
  pool.on('error', (error) =>
    log.warn({ error: describeError(error) }, 'an idle connection to the database broke'),
  );
  return pool;
}
