import type { Pool } from 'pg';
import { StoreError } from '../store/store-error.ts';
import { createShard, type ShardOptions } from './create-shard.ts';
import { findShards } from './find-shards.ts';
import { isCluster, readNodes } from './nodes.ts';

/**
 * Makes a cluster have that many shards. What is in the database already becomes shard 0; shards that exist stay as they
 * are.
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
