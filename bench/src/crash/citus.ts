import { lookAt } from '@cascade/service/bench';
import { startCitus } from '../citus/cluster.ts';
import type { Cluster } from './cluster.ts';
import type { Database } from './database.ts';

/** A coordinator, two workers, and two shards on each; an account in each shard. */
export async function citus(): Promise<Database> {
  const shards = 4;
  const cluster = await startCitus(2, shards);
  const { coordinator, workers, url } = cluster;
  const victimsOf: Readonly<Record<string, readonly Cluster[]>> = {
    'a worker': workers.slice(0, 1),
    'the other worker': workers.slice(1),
    'the coordinator': [coordinator],
    everything: [coordinator, ...workers],
  };
  let dead: readonly Cluster[] = [];
  return {
    args: [],
    environment: { DATABASE_URL: url },
    looks: Array.from({ length: shards }, (_, shard) => (work) => lookAt(url, work, shard)),
    accounts: shards,
    // The first statements of a session take longer on a cluster.
    longestLoad: 4_000,
    victims: ['one replica', 'both replicas', ...Object.keys(victimsOf)],
    async kill(victim) {
      dead = victimsOf[victim] ?? [];
      for (const node of dead) node.kill();
    },
    async recover() {
      await Promise.all(dead.map((node) => node.start()));
      dead = [];
    },
    isBack: () => true,
    remove: cluster.remove,
  };
}
