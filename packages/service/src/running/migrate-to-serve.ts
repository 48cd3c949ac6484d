import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import type { Shutdown } from '../shutdown.ts';
import { createPool, type PoolOptions, setupPatience } from '../store/create-pool.ts';
import { migrate, type OnCluster } from '../store/migrate.ts';
import { startLateMigrations } from '../store/start-late-migrations.ts';

interface MigrateToServeOptions {
  readonly log: Log;
  readonly shutdown: Shutdown;
  /** See `migrate`. */
  readonly onCluster?: OnCluster;
  /** Called before the service makes use of what was migrated, by this process or by another. */
  readonly onMigrated?: (pool: Pool) => Promise<void>;
}

/**
 * Migrates a database as far as the service needs it, and the rest while it serves. Resolves to a pool to
 * change its accounts with: its statements may wait long for others that do the same.
 */
export async function migrateToServe(
  { connectionString, connections, tables }: Pick<PoolOptions, 'connectionString' | 'connections' | 'tables'>,
  { log, shutdown, onCluster, onMigrated = async () => {} }: MigrateToServeOptions,
): Promise<Pool> {
  const pool = createPool({ connectionString, connections, tables, log, size: 3, patience: setupPatience });
  shutdown.add({ of: 'connections for migrations', end: () => pool.end() });
  const onProgress = (progress: string) => log.info({ progress }, 'migrating');
  await migrate(pool, { neededOnly: true, onCluster, onProgress });
  await onMigrated(pool);
  const stop = await startLateMigrations({ pool, log, onCluster, onMigrated: () => onMigrated(pool) });
  shutdown.add({ of: 'migrations', end: stop });
  return pool;
}
