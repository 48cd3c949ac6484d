import type { Pool } from 'pg';
import { createPool } from '../store/create-pool.ts';
import type { OnCluster } from '../store/migrate.ts';
import type { Store } from '../store/open-store.ts';
import { findShards } from './nodes.ts';
import { migratingOnCluster } from './place-functions.ts';
import { tablesThroughCoordinator } from './shard.ts';

/** A shard as commands use it: through the coordinator. */
export interface CommandShard {
  /** To be ended by the caller. */
  readonly pool: Pool;
  readonly onCluster: OnCluster;
}

/**
 * The shards of a cluster; none if the database is not distributed.
 *
 * @param settings Of the pools.
 */
export async function openCommandShards(
  { pool, connectionString, connections }: Store,
  settings: Omit<Parameters<typeof createPool>[0], 'connectionString'>,
): Promise<readonly CommandShard[]> {
  const placed = await findShards(pool);
  return placed.map(({ shard }) => {
    const tables = tablesThroughCoordinator(shard);
    return {
      pool: createPool({ connectionString, connections, tables, size: 2, ...settings }),
      onCluster: migratingOnCluster(shard),
    };
  });
}
