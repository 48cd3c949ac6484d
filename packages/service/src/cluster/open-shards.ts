import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import type { Shutdown } from '../shutdown.ts';
import { type Connections, createConnections, watchServers } from '../store/connection/connections.ts';
import { endSessions } from '../store/connection/end-abandoned.ts';
import { createPool } from '../store/create-pool.ts';
import type { Store } from '../store/open-store.ts';
import type { Tables } from '../store/tables.ts';
import { findShards, type PlacedShard } from './nodes.ts';
import { readNamesOnNode } from './place-functions.ts';
import { type ShardNumber, tablesOnNode, tablesThroughCoordinator } from './shard.ts';
import { createShardServers } from './shard-servers.ts';

/** Where the pools of a database connect to, and which tables they use there. */
interface Connected {
  readonly pool: Pool;
  readonly connectionString: string;
  readonly connections: Connections;
  readonly tables?: Tables;
}

/**
 * The database of a shard: the node that has it, with the names of its tables there and what keeps them
 * there.
 */
export interface Shard extends Connected {
  /** Absent if the database is not distributed. */
  readonly number: ShardNumber | undefined;
  /** To be called after migrations: the connections to the node then know the tables that these created. */
  readNames(): Promise<void>;
  /**
   * Where accounts are changed, changes are announced and ids are given: the coordinator of the cluster,
   * or the database itself.
   */
  readonly central: Connected;
}

/** The shards of a cluster, each on its node; a database that is not distributed is one. */
export async function openShards(store: Store, log: Log, shutdown: Shutdown): Promise<readonly Shard[]> {
  const placed = await findShards(store.pool);
  if (placed.length === 0)
    return [{ ...store, number: undefined, readNames: async () => {}, central: store }];
  const around = { store, log, shutdown };
  return Promise.all(placed.map((one) => openShard(around, one)));
}

interface Opening {
  readonly store: Store;
  readonly log: Log;
  readonly shutdown: Shutdown;
}

async function openShard(
  { store, log, shutdown }: Opening,
  { shard: number, placement }: PlacedShard,
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
  const atCoordinator = { ...store, tables: tablesThroughCoordinator(number) };
  const central = { ...atCoordinator, pool: createPool({ ...atCoordinator, log, size: 4 }) };
  const stopWatching = watchServers(connections, log);
  shutdown.add({
    of: `shard ${number}`,
    async end() {
      stopWatching();
      await Promise.all([pool.end(), central.pool.end()]);
    },
  });
  return { ...here, number, readNames, pool, central };
}

function nodeOf(placed: readonly PlacedShard[], shard: ShardNumber) {
  const found = placed.find((one) => one.shard === shard);
  if (found === undefined) throw new Error(`the cluster has no shard ${shard}`);
  return found.node;
}
