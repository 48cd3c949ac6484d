import type { Pool } from 'pg';
import { paths } from '../api/operations.ts';
import { createMetrics } from '../observability/metrics.ts';
import { logApplied } from '../running/log-applied.ts';
import { openGateways } from '../running/open-gateways.ts';
import { settingsOf } from '../running/run-options.ts';
import { runStore } from '../running/run-store.ts';
import { serve } from '../running/serve.ts';
import type { RunningService, ServiceOptions } from '../service-options.ts';
import type { Shutdown } from '../shutdown.ts';
import type { Connections } from '../store/connection/connections.ts';
import { withinLimit } from '../store/connection/stop-within-limit.ts';
import type { Store } from '../store/open-store.ts';
import { applyToAll } from './apply-to-shards.ts';
import type { PlacedShard } from './nodes.ts';
import { openShards, type Shard } from './open-shards.ts';
import { createShardRouter, type ServedShards } from './router.ts';
import { prepareShards, startShards } from './start-shards.ts';

interface Cluster {
  /** Its coordinator. */
  readonly store: Store;
  readonly shards: readonly PlacedShard[];
}

/**
 * Starts the service on a cluster: what runs on a database runs once for each shard, with one set of gateways
 * and one API, which a router leads to the shards.
 * @param shutdown Ends what was started, also if a later part cannot start.
 */
export async function startCluster(
  { store, shards: placed }: Cluster,
  options: ServiceOptions,
  shutdown: Shutdown,
): Promise<RunningService> {
  const { log } = options;
  const shards = await openShards(store, placed, { log, shutdown });
  const preparing = { log, shutdown, applyAccounts: accountsApplier(options) };
  const prepared = await prepareShards(shards, preparing);
  const served: ServedShards = { running: [], away: new Set(shards.map(({ number }) => number)) };
  const router = createShardRouter(served);
  const metrics = createMetrics({ operations: Object.values(paths) });
  metrics.observe(served.running, () => served.away.size > 0);
  const gateways = openGateways({ pool: firstOf(shards).pool, ...router, metrics }, options, shutdown);
  const around = { ...settingsOf(options), log, metrics, gateways };
  const start = async (shard: Shard, own: Shutdown) => ({
    ...(await runStore(shard, { ...around, shutdown: own })),
    number: shard.number,
  });
  await startShards(shards, prepared, served, { ...preparing, start });
  gateways.startReceipts();
  const urls = await serve(router, { stores: served.running, metrics, options, shutdown });
  return { ...urls, close: () => withinLimit(joinConnections([store, ...shards]), log, shutdown) };
}

function accountsApplier({ log, accounts }: ServiceOptions) {
  return async (pools: readonly Pool[]) => {
    if (accounts !== undefined) logApplied(log, await applyToAll(pools, accounts));
  };
}

/** The shard that has the receipts whose attempt is not known yet. */
function firstOf([first]: readonly Shard[]): Shard {
  if (first === undefined) throw new TypeError('expected a shard');
  return first;
}

/** Of a stop: it waits while any node answers, and gives up all of them. */
function joinConnections(opened: readonly { readonly connections: Connections }[]) {
  return {
    get isAway() {
      return opened.some(({ connections }) => connections.isAway);
    },
    abandon(reason: Error) {
      for (const { connections } of opened) connections.abandon(reason);
    },
  };
}
