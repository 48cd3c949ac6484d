import { findShards } from './cluster/nodes.ts';
import { startCluster } from './cluster/start-cluster.ts';
import { silent } from './log.ts';
import type { RunningService, ServiceOptions } from './service-options.ts';
import { createShutdown } from './shutdown.ts';
import { startService } from './start-service.ts';
import { openStore } from './store/open-store.ts';

/**
 * Opens the database, and starts the service on it; on a cluster, on each of its shards.
 * @throws if a part cannot start, after stopping the parts before it.
 */
export async function openService(options: ServiceOptions): Promise<RunningService> {
  const shutdown = createShutdown();
  try {
    const store = await openStore(options);
    shutdown.add({ of: 'the database', end: store.close });
    const shards = await findShards(store.pool);
    return shards.length === 0
      ? await startService(store, options, shutdown)
      : await startCluster({ store, shards }, options, shutdown);
  } catch (error) {
    await shutdown.run(silent).catch(() => {});
    throw error;
  }
}
