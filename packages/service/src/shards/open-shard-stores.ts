import type { Pool } from 'pg';
import { migratingOnCluster } from '../cluster/migrate-on-cluster.ts';
import { findShards, type PlacedShard } from '../cluster/nodes.ts';
import { placeFunctions, readNamesOnNode } from '../cluster/place-functions.ts';
import type { Log } from '../log.ts';
import type { Shutdown } from '../shutdown.ts';
import { type Connections, createConnections, watchServers } from '../store/connection/connections.ts';
import { endSessions } from '../store/connection/end-abandoned.ts';
import { createPool, setupPatience } from '../store/create-pool.ts';
import { migrate } from '../store/migrate.ts';
import type { Store } from '../store/open-store.ts';
import { type Shard, tablesOnNode, tablesThroughCitus } from '../store/shard.ts';
import { startLateMigrations } from '../store/start-late-migrations.ts';
import type { Tables } from '../store/tables.ts';
import { createShardServers } from './shard-servers.ts';

/** Where further pools of a database connect to. */
interface Place {
  readonly pool: Pool;
  readonly connectionString: string;
  readonly connections: Connections;
}

/** The database of a shard. */
export interface ShardStore extends Place {
  /** Absent if the database is not distributed. */
  readonly shard: Shard | undefined;
  /** On the node that has the shard. */
  readonly tables: Tables | undefined;
  /** To be called after migrations: the connections to the node then know the tables that these created. */
  readNames(): Promise<void>;
  /**
   * Where accounts are changed, changes are announced and ids are given: the coordinator of the cluster,
   * or the database itself.
   */
  readonly central: Place;
}

/** The shards of a cluster, each on its node; a database that is not distributed is one. */
export async function openShardStores(
  store: Store,
  log: Log,
  shutdown: Shutdown,
): Promise<readonly ShardStore[]> {
  const placed = await findShards(store.pool);
  if (placed.length === 0) return [{ ...store, ...notDistributed, central: store }];
  const around = { store, log, shutdown };
  return Promise.all(placed.map((one) => openShard(around, one)));
}

const notDistributed = { shard: undefined, tables: undefined, readNames: async () => {} };

interface Around {
  readonly store: Store;
  readonly log: Log;
  readonly shutdown: Shutdown;
}

async function openShard(
  { store, log, shutdown }: Around,
  { shard, placement }: PlacedShard,
): Promise<ShardStore> {
  const { connectionString } = store;
  const names = { ...(await readNamesOnNode(store.pool, shard)) };
  const readNames = async () => {
    Object.assign(names, await readNamesOnNode(store.pool, shard));
  };
  const tables = tablesOnNode(shard, placement, names);
  const connections = createConnections({
    log,
    endSessions: (sessions) => endSessions(pool, sessions),
    servers: createShardServers(async () => nodeOf(await findShards(store.pool), shard)),
  });
  const pool = createPool({ connectionString, connections, log, tables });
  const central = {
    ...store,
    pool: createPool({ ...store, log, tables: tablesThroughCitus(shard), size: 4 }),
  };
  const stopWatching = watchServers(connections, log);
  shutdown.add({
    of: `shard ${shard}`,
    async end() {
      stopWatching();
      await Promise.all([pool.end(), central.pool.end()]);
    },
  });
  return { shard, tables, readNames, pool, connectionString, connections, central };
}

function nodeOf(placed: readonly PlacedShard[], shard: Shard) {
  const found = placed.find((one) => one.shard === shard);
  if (found === undefined) throw new Error(`the cluster has no shard ${shard}`);
  return found.node;
}

/**
 * Migrates all shards as far as the service needs it, and the rest while it serves. Resolves to a pool for each shard, to change
 * its accounts with: their statements may wait long for others that do the same.
 */
export async function migrateShards(
  stores: readonly ShardStore[],
  log: Log,
  shutdown: Shutdown,
): Promise<readonly Pool[]> {
  const pools: Pool[] = [];
  for (const { central, shard, readNames } of stores) {
    const pool = createPool({
      ...central,
      ...(shard !== undefined && { tables: tablesThroughCitus(shard) }),
      log,
      size: 3,
      patience: setupPatience,
    });
    shutdown.add({ of: 'connections for migrations', end: () => pool.end() });
    pools.push(pool);
    const onCluster = shard === undefined ? undefined : migratingOnCluster(shard);
    const onProgress = (progress: string) => log.info({ progress }, 'migrating');
    await migrate(pool, { neededOnly: true, onCluster, onProgress });
    if (shard !== undefined) await placeFunctions(pool, shard);
    await readNames();
    const stop = await startLateMigrations({ pool, log, onCluster, onMigrated: readNames });
    shutdown.add({ of: 'migrations', end: stop });
  }
  return pools;
}
