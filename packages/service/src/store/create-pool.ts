import { Pool, type PoolConfig } from 'pg';
import { describeError, type Log, silent } from '../log.ts';
import { exactNumbers } from './exact-numbers.ts';

export interface PoolOptions {
  readonly connectionString: string;
  /**
   * The most connections; 20 by default. All replicas together must stay below the server's
   * `max_connections`.
   */
  readonly size?: number | undefined;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string | undefined;
  readonly log?: Log | undefined;
}

/**
 * Prepared statements are planned once for all values, and always by index: a plan made while a table is
 * empty would scan the whole table for as long as the connection lives.
 */
const plannerSettings = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/** A page is put together row by row, by index: to join whole tables would take as long as they are large. */
const readerSettings = [
  '-c jit=off',
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off',
  '-c max_parallel_workers_per_gather=0',
].join(' ');

/**
 * Connections to the store. `bigint` is read as a number. Statements time out after 30 seconds, and so do
 * idle transactions: a replica that hangs must not keep an account locked. PgBouncer must accept both
 * time-outs and `options` (`ignore_startup_parameters`), and support prepared statements (1.21 and later).
 */
export function createPool(options: PoolOptions): Pool {
  return openPool(options, {
    statement_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    options: plannerSettings,
    // Statements that are independent of each other share a round trip.
    pipeline: true,
  });
}

/**
 * Connections for large reads: few of them, planned for their values, on one core of the database each. Statements time
 * out after 5 seconds.
 */
export function createReadPool({ size = 3, ...options }: PoolOptions): Pool {
  return openPool(
    { ...options, size },
    {
      statement_timeout: 5_000,
      query_timeout: 6_000,
      connectionTimeoutMillis: 5_000,
      options: readerSettings,
    },
  );
}

function openPool(
  { connectionString, size = 20, applicationName = 'cascade-service', log = silent }: PoolOptions,
  settings: PoolConfig,
): Pool {
  const pool = new Pool({
    connectionString,
    max: size,
    application_name: applicationName,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    types: exactNumbers(),
    ...settings,
  });
  // Without a listener, a broken idle connection would end the process. The pool replaces it.
  pool.on('error', (error) =>
    log.warn({ error: describeError(error) }, 'an idle connection to the database broke'),
  );
  return pool;
}
