import { Pool, TypeOverrides, types } from 'pg';
import { describeError, type Log, silent } from '../log.ts';
import { Connection, type ConnectionConfig } from './connection/connection.ts';
import { type Connections, createConnections } from './connection/connections.ts';
import { SilentConnectionError } from './connection/errors.ts';
import { createPlanAnew } from './plan-anew.ts';
import { statementNamer, type Tables } from './tables.ts';

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
  /** The connections of the process, which the pool's join; if absent, the pool's alone. */
  readonly connections?: Connections | undefined;
  /** The tables that the statements are meant for; absent if the database has them all in one schema. */
  readonly tables?: Tables | undefined;
  /** Further settings of the sessions, such as `work_mem=4MB`. */
  readonly settings?: readonly string[] | undefined;
}

/** How long a statement may take, in milliseconds. */
export interface Patience {
  /** For the server, which then cancels it and stays connected; 0 means no limit. */
  readonly statement: number;
  /** For the wait for a lock, at the server; 0 means no limit. */
  readonly lock: number;
  /** For our next statement in a transaction, at the server. */
  readonly idle: number;
  /** For a new connection, or for one to become free. */
  readonly connect: number;
  /**
   * For the answer, on our side; the connection is then closed. Must be longer than `statement`; 0 means no
   * limit.
   */
  readonly answer: number;
}

/**
 * Requests and jobs. The server's own limit comes first as long as it answers at all. A lock is held for
 * milliseconds, unless a replica was stopped within a transaction: the server ends that before those who wait
 * for the lock give up.
 */
const servicePatience: Patience = {
  statement: 4_000,
  lock: 2_500,
  idle: 2_000,
  connect: 4_000,
  answer: 5_000,
};

/** Pages of the history. */
const readerPatience: Patience = { statement: 5_000, lock: 0, idle: 10_000, connect: 5_000, answer: 6_000 };

/** Work in the background: retention. */
export const upkeepPatience: Patience = {
  statement: 30_000,
  lock: 5_000,
  idle: 10_000,
  connect: 10_000,
  answer: 35_000,
};

/**
 * Commands, and what a replica does before it serves. Migrations suspend the limit of the server themselves.
 */
export const setupPatience: Patience = {
  statement: 30_000,
  lock: 0,
  idle: 10_000,
  connect: 30_000,
  answer: 0,
};

/**
 * Prepared statements are planned once for all values, and always by index: a plan made while a table is
 * empty would scan the whole table (see also `createPlanAnew`). Up to PostgreSQL 17, a scan that is avoided
 * counts as so expensive that the server would compile the statement first, which takes longer than to run
 * it.
 */
const plannerSettings = '-c jit=off -c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/** A coordinator plans each statement before the server that has the tables does, and needs the values for it. */
const routedSettings = '-c jit=off -c plan_cache_mode=force_custom_plan -c enable_seqscan=off';

/** A page is put together row by row, by index: to join whole tables would take as long as they are large. */
const readerSettings = [
  '-c jit=off',
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off',
  '-c max_parallel_workers_per_gather=0',
].join(' ');

/** Connections to the store. `bigint` is read as a number. */
export function createPool({
  patience = servicePatience,
  ...options
}: PoolOptions & { patience?: Patience }): Pool {
  // Statements that are independent of each other share a round trip.
  const isPlannedOnce = options.tables?.isRouted !== true;
  return openPool(options, {
    patience,
    settings: isPlannedOnce ? plannerSettings : routedSettings,
    pipeline: true,
    ...(isPlannedOnce && { planAnew: createPlanAnew() }),
  });
}

/** Connections for large reads: few of them, planned for their values, on one core of the database each. */
export function createReadPool({ size = 3, ...options }: PoolOptions): Pool {
  return openPool(
    { ...options, size },
    // What holds the tables is sent together with the statement.
    { patience: readerPatience, settings: readerSettings, pipeline: options.tables?.hold !== undefined },
  );
}

interface PoolKind {
  readonly patience: Patience;
  /** Options of the server, as on its command line. */
  readonly settings: string;
  readonly pipeline: boolean;
  readonly planAnew?: ReturnType<typeof createPlanAnew>;
}

const configs = new WeakMap<Pool, ConnectionConfig>();

/**
 * A further connection to the same server, with the settings of a pool, that is not in the pool. Of several
 * servers, it leads to the one in use.
 *
 * @param changes Settings that differ from those of the pool.
 */
export function connectionLike(pool: Pool, changes: Partial<ConnectionConfig> = {}): Connection {
  const config = configs.get(pool);
  if (config === undefined) throw new TypeError('expected a pool of createPool');
  return new Connection({ ...config, ...changes });
}

function openPool(options: PoolOptions, { patience, settings, pipeline, planAnew }: PoolKind): Pool {
  const { connectionString, size = 20, applicationName = 'cascade-service', log = silent } = options;
  const { connections = createConnections({ log }), tables } = options;
  const further = (options.settings ?? []).map((setting) => `-c ${setting}`);
  const config = {
    connectionString,
    application_name: applicationName,
    connectionTimeoutMillis: patience.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    types: exactNumbers(),
    // PgBouncer from 1.20 on refuses a space at the end.
    options: [serverLimits(patience), settings, ...further].join(' ').trimEnd(),
    pipeline,
    deadlineMs: patience.answer,
    connections,
    name: statementNamer(tables?.names),
    hold: tables?.hold,
  };
  const pool = new Pool({
    ...config,
    max: size,
    Client: class extends Connection {
      constructor() {
        super(config);
      }
    },
  });
  configs.set(pool, config);
  pool.on('acquire', (client) => client instanceof Connection && client.lend());
  if (planAnew !== undefined) pool.on('acquire', planAnew);
  pool.on('release', (_, client) => client instanceof Connection && client.giveBack());
  // Without a listener, a broken idle connection would end the process. The pool replaces it.
  pool.on('error', (error) => {
    if (!(error instanceof SilentConnectionError))
      log.warn({ error: describeError(error) }, 'an idle connection to the database broke');
  });
  return pool;
}

/**
 * Limits that the server keeps by itself. It ends a session whose transaction waits for us: we may be gone,
 * and our locks must not stay. It asks a connection that is quiet for a sign of life, on TCP.
 */
function serverLimits({ statement, lock, idle }: Patience): string {
  const limits = {
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idle,
    tcp_keepalives_idle: 5,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 3,
    tcp_user_timeout: 10_000,
  };
  return Object.entries(limits)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** The object id of `bigint[]`; the driver has no constant for it. */
const int8Array = 1016;

/**
 * Reads `bigint` as a number, and a flat `bigint[]` as numbers and nulls. A value that a number cannot
 * represent exactly fails the query instead of being rounded. `sum()` of a `bigint` is `numeric`, which
 * remains a string unless it is cast.
 */
function exactNumbers(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, exactNumber);
  overrides.setTypeParser(int8Array, exactNumberArray);
  return overrides;
}

function exactNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`the bigint ${text} cannot be represented exactly as a number`);
}

/** Parses `{1,NULL}`: integers are never quoted. */
function exactNumberArray(text: string): (number | null)[] {
  const inside = text.slice(1, -1);
  return inside === ''
    ? []
    : inside.split(',').map((entry) => (entry === 'NULL' ? null : exactNumber(entry)));
}
