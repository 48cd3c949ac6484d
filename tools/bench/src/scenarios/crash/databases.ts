import { join } from 'node:path';
import { lookInside, lookOn } from '../../harness/audit.ts';
import type { Bed } from '../../harness/bed.ts';
import {
  type Cluster,
  killPostmaster,
  makeRoot,
  postmaster,
  startCitus,
  startCluster,
  startPooler,
  urlOf,
} from '../../harness/postgres.ts';
import { signalAll } from '../../harness/processes.ts';
import type { Database } from '../../harness/replicas.ts';
import { modes, streaming } from '../failover/streaming.ts';

/** The server of the service's own, which every replica on the data folder restarts by itself. */
export async function embedded(bed: Bed): Promise<Database> {
  const { dataFolder } = bed;
  const cluster = join(dataFolder, 'cluster');
  let dead: number | undefined;
  bed.use(cluster, () => {
    // It may have ended meanwhile.
    signalAll([postmaster(cluster) ?? []].flat(), 'SIGKILL');
  });
  return {
    looks: [lookInside(dataFolder)],
    async kill() {
      dead = killPostmaster(cluster);
    },
    isBack: () => postmaster(cluster) !== dead,
  };
}

/** Debian's PostgreSQL, which an operator restarts; behind PgBouncer all replicas share twenty connections. */
export async function debian(bed: Bed, isPooled = false): Promise<Database> {
  const root = await makeRoot(bed);
  const cluster = await startCluster(bed, root, 'one');
  const { url } = isPooled ? await startPooler(bed, root, cluster.port) : { url: urlOf([cluster]) };
  return { url, looks: [lookOn(urlOf([cluster]))], ...killing(() => [cluster]) };
}

/** A coordinator, two workers, and an account in each shard. */
export async function citus(bed: Bed, shards: number): Promise<Database> {
  const { coordinator, workers, url, looks } = await startCitus(bed, 2, shards);
  const victimsOf: Readonly<Record<string, readonly Cluster[]>> = {
    'a worker': workers.slice(0, 1),
    'the other worker': workers.slice(1),
    'the coordinator': [coordinator],
    everything: [coordinator, ...workers],
  };
  const victims = ['one replica', 'both replicas', ...Object.keys(victimsOf)];
  return { url, looks, victims, ...killing((victim) => victimsOf[victim] ?? []) };
}

/** Kills servers, and starts them again. */
function killing(of: (victim: string) => readonly Cluster[]): Pick<Database, 'kill' | 'recover'> {
  let dead: readonly Cluster[] = [];
  return {
    async kill(victim) {
      dead = of(victim);
      for (const cluster of dead) cluster.kill();
    },
    async recover() {
      await Promise.all(dead.map((cluster) => cluster.start()));
      dead = [];
    },
  };
}

/**
 * Debian's PostgreSQL with a standby that has applied each commit before it is acknowledged. When the primary is killed,
 * the standby is promoted under load, and the dead one becomes the next standby.
 */
export async function promoted(bed: Bed): Promise<Database> {
  const { url, look, lose, promote, rejoin } = await streaming(bed, modes.applied);
  return {
    ...{ url, looks: [look] },
    // Each round ends with a promotion.
    victims: ['postgres', 'everything'],
    async kill() {
      await lose('without its postmaster');
      await promote();
    },
    recover: rejoin,
  };
}
