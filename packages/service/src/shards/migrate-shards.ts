import type { Pool } from 'pg';
import { migratingOnCluster } from '../cluster/migrate-on-cluster.ts';
import { placeFunctions } from '../cluster/place-functions.ts';
import type { Log } from '../log.ts';
import type { Shutdown } from '../shutdown.ts';
import { createPool, setupPatience } from '../store/create-pool.ts';
import { migrate } from '../store/migrate.ts';
import { type LateMigrations, startLateMigrations } from '../store/start-late-migrations.ts';
import type { ShardStore } from './open-shard-stores.ts';

/** The tables of all shards. */
export interface MigratedShards {
  /** One for each shard, to change its accounts with: their statements may wait long for others that do the same. */
  readonly pools: readonly Pool[];
  /** Whether the tables have all that the service makes use of. */
  isDone(): boolean;
}

/** Migrates all shards as far as the service needs it, and the rest while it serves. */
export async function migrateShards(
  stores: readonly ShardStore[],
  log: Log,
  shutdown: Shutdown,
): Promise<MigratedShards> {
  const late: LateMigrations[] = [];
  const pools: Pool[] = [];
  for (const { central, shard, onNode, readNames } of stores) {
    const pool = createPool({ ...central, shard, log, size: 3, patience: setupPatience });
    shutdown.add({ of: 'connections for migrations', end: () => pool.end() });
    pools.push(pool);
    const onCluster = shard === undefined ? undefined : migratingOnCluster(shard);
    const onProgress = (progress: string) => log.info({ progress }, 'migrating');
    await migrate(pool, { neededOnly: true, onCluster, onProgress });
    if (onNode !== undefined) await placeFunctions(pool, onNode.shard);
    await readNames();
    const migrations = await startLateMigrations({ pool, log, onCluster, onMigrated: readNames });
    shutdown.add({ of: 'migrations', end: migrations.stop });
    late.push(migrations);
  }
  return { pools, isDone: () => late.every(({ isDone }) => isDone()) };
}
