import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import type { ServedDatabase } from '../running/run-options.ts';
import type { Shutdown } from '../shutdown.ts';
import { createConnections, watchServers } from '../store/connection/connections.ts';
import { endSessions } from '../store/connection/end-abandoned.ts';
import { createPool } from '../store/create-pool.ts';
import type { Store } from '../store/open-store.ts';
import { findShards, type PlacedShard } from './nodes.ts';
import { readNamesOnNode } from './place-functions.ts';
import { type ShardNumber, tablesOnNode, tablesThroughCoordinator } from './shard.ts';
import { createShardServers } from './shard-servers.ts';

/**
 * The database of a shard: the node that has it, with the names of its tables there and what keeps them
 * there.
 */
export interface Shard extends ServedDatabase {
  readonly number: ShardNumber;
  /** To be called after migrations: the connections to the node then know the tables that these created. */
  readNames(): Promise<void>;
  /** Its accounts are changed, changes are announced and ids are given at the coordinator of the cluster. */
  readonly centralPool: Pool;
  /** For further pools at the coordinator. */
  readonly atCoordinator: Pick<ServedDatabase, 'connectionString' | 'connections' | 'tables'>;
}

interface Opening {
  readonly log: Log;
  readonly shutdown: Shutdown;
}

/** The shards of a cluster, each on its node. */
export function openShards(
  store: Store,
  placed: readonly PlacedShard[],
  opening: Opening,
): Promise<readonly Shard[]> {
  return Promise.all(placed.map((one) => openShard(store, one, opening)));
}

async function openShard(
  store: Store,
  { shard: number, placement }: PlacedShard,
  { log, shutdown }: Opening,
): Promise<Shard> {
  const { connectionString } = store;
  const names = { ...(await readNamesOnNode(store.pool, number)) };
  const readNames = async () => {
    Object.assign(names, await readNamesOnNode(store.pool, number));
  };
  const connections = createConnections({
    log,
    endSessions: (sessions) => endSessions(pool, sessions),
    servers: createShardServers(async () => nodeOf(await findShards(store.pool), number)),
  });
  const here = { connectionString, connections, tables: tablesOnNode(number, placement, names) };
  const pool = createPool({ ...here, log });
  const atCoordinator = {
    connectionString,
    connections: store.connections,
    tables: tablesThroughCoordinator(number),
  };
  const centralPool = createPool({ ...atCoordinator, log, size: 4 });
  const stopWatching = watchServers(connections, log);
  shutdown.add({
    of: `shard ${number}`,
    async end() {
      stopWatching();
      await Promise.all([pool.end(), centralPool.end()]);
    },
  });
  return { ...here, number, readNames, pool, centralPool, atCoordinator };
}

function nodeOf(placed: readonly PlacedShard[], shard: ShardNumber) {
  const found = placed.find((one) => one.shard === shard);
  if (found === undefined) throw new Error(`the cluster has no shard ${shard}`);
  return found.node;
}
