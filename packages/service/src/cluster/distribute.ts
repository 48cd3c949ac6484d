import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import type { Connections } from '../store/connection/connections.ts';
import { StoreError } from '../store/connection/errors.ts';
import { createPool, setupPatience } from '../store/create-pool.ts';
import { migrate } from '../store/migrate.ts';
import { findShards, isCluster, readNodes } from './nodes.ts';
import { distributeTables, placeFunctions } from './place-functions.ts';
import { firstIdsOf, firstShard, type ShardNumber, schemaOf, tablesThroughCoordinator } from './shard.ts';

/**
 * Makes a cluster have that many shards. What is in the database already becomes shard 0; shards that exist
 * stay as they are.
 *
 * @param pool Of the coordinator.
 * @throws {StoreError} that says what the operator can do.
 */
export async function distribute(pool: Pool, options: ShardOptions, count: number): Promise<void> {
  await checkCluster(pool);
  const existing = new Set((await findShards(pool)).map(({ shard }) => shard));
  if (count < existing.size)
    throw new StoreError(
      `The cluster has ${existing.size} shards already, and none can be taken away. Their number can only grow.`,
    );
  if (existing.size === 0) await checkUnused(pool);
  for (let shard = 0; shard < count; shard += 1) if (!existing.has(shard)) await createShard(options, shard);
}

/** @throws {StoreError} */
export async function checkCluster(pool: Pool): Promise<void> {
  if (!(await isCluster(pool)))
    throw new StoreError(
      'The database has no Citus. DATABASE_URL must lead to the coordinator of a Citus cluster, in which "create extension citus" was run.',
    );
  if ((await readNodes(pool)).length === 0)
    throw new StoreError(
      "No node of the cluster takes shards. On the coordinator, add one: select citus_add_node('<host>', 5432).",
    );
}

/** While its tables are moved to a node, a service would wait, and give up. */
async function checkUnused(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name like 'cascade-service%'
      and application_name <> 'cascade-service cli'`);
  const found = rows[0]?.count ?? 0;
  if (found > 0)
    throw new StoreError(
      `A service has ${found} connections to the database. Stop all replicas first: its tables are moved as a whole.`,
    );
}

interface ShardOptions {
  /** Of the coordinator. */
  readonly connectionString: string;
  readonly connections: Connections;
  readonly log: Log;
  readonly onProgress?: (text: string) => void;
}

/**
 * Tables are created on the coordinator alone, as on a single server, and then moved to a node with what they
 * have.
 */
const local = 'citus.enable_ddl_propagation=off';

/**
 * The one trigger of the schema writes beside the row that it fires for, so on the same node
 * (functions/keep-undelivered.sql).
 */
const withTrigger = 'citus.enable_unsafe_triggers=on';

/**
 * Creates the tables of a shard, and moves them and all that they have to one node, together. After an
 * interruption it goes on where it ended. No service may use the shard meanwhile.
 */
export async function createShard(options: ShardOptions, shard: ShardNumber): Promise<void> {
  const { onProgress = () => {} } = options;
  const own = { ...options, tables: tablesThroughCoordinator(shard) };
  const here = createPool({ ...own, size: 3, patience: setupPatience, settings: [local] });
  try {
    if (!(await isDistributed(here, shard))) {
      // All replicas are stopped, so there is none that a change a day later would have to wait for.
      await migrate(here, { onProgress, isAlone: true });
      await startIds(here, shard);
    }
  } finally {
    await here.end();
  }
  const everywhere = createPool({ ...own, size: 1, patience: setupPatience, settings: [withTrigger] });
  try {
    await distributeShard(everywhere, shard, onProgress);
  } finally {
    await everywhere.end();
  }
}

/** Whether its first table is: migrations can no longer run as on a single server. */
async function isDistributed(pool: Pool, shard: ShardNumber): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    `
    select exists (select from pg_dist_partition where logicalrelid = to_regclass($1)) as found`,
    [`${schemaOf(shard)}.accounts`],
  );
  return rows[0]?.found === true;
}

/** Ids of a shard begin with its number. Those of an existing database stay. */
async function startIds(pool: Pool, shard: ShardNumber): Promise<void> {
  if (shard === firstShard) return;
  const { account, registration, message } = firstIdsOf(shard);
  const firstOf = { accounts: account, callbacks: registration, messages: message };
  for (const [table, first] of Object.entries(firstOf))
    await pool.query('select setval($1::regclass, $2, false)', [`${schemaOf(shard)}.${table}_id_seq`, first]);
}

async function distributeShard(
  pool: Pool,
  shard: ShardNumber,
  onProgress: (text: string) => void,
): Promise<void> {
  const tables = schemaOf(shard);
  await distributeTables(pool, tables, (name) => onProgress(`shard ${shard}: ${name} is distributed`));
  const { rows: routines } = await pool.query<{ name: string }>(routinesOf, [tables]);
  for (const { name } of routines)
    await pool.query('select create_distributed_function($1::regprocedure)', [name]);
  await placeFunctions(pool, shard);
  await pool.query('select create_distributed_table($1::regclass, null, colocate_with => $2)', [
    `${tables}.migrations`,
    `${tables}.accounts`,
  ]);
}

const routinesOf = `
select routine.oid::regprocedure::text as name
from pg_proc routine
where routine.pronamespace = $1::regnamespace`;
