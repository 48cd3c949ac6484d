import { join } from 'node:path';
import { lookInside, lookOn } from '../../harness/audit.ts';
import type { Bed } from '../../harness/bed.ts';
import {
  type Cluster,
  clusterIn,
  killPostmaster,
  makeRoot,
  makeStandby,
  postmaster,
  startCitus,
  startCluster,
  startPooler,
  urlOf,
} from '../../harness/postgres.ts';
import { signalAll } from '../../harness/processes.ts';
import type { Database } from '../../harness/replicas.ts';
import { until } from '../../harness/waits.ts';

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
export async function withStandby(bed: Bed): Promise<Database> {
  const root = await makeRoot(bed);
  let primary = await startCluster(bed, root, 'one');
  let standby = await clusterIn(bed, root, 'two');
  const url = urlOf([primary, standby]);
  await attach(primary, standby);
  let isAlone = false;
  return {
    url,
    looks: [(work) => lookOn(urlOf([primary]))(work)],
    // Each round ends with a promotion.
    victims: ['postgres', 'everything'],
    async kill() {
      primary.kill();
      await standby.promote();
      // Nothing follows the new primary yet: it must not wait for a standby.
      await standby.ask(`alter system set synchronous_standby_names = ''`, 'select pg_reload_conf()');
      [primary, standby] = [standby, primary];
      isAlone = true;
    },
    async recover() {
      if (isAlone) await attach(primary, standby);
      isAlone = false;
    },
  };
}

/** Resolves once every commit waits for the standby to have applied it. */
async function attach(primary: Cluster, standby: Cluster): Promise<void> {
  await makeStandby(primary, standby);
  await primary.ask(
    `alter system set synchronous_standby_names = '*'`,
    `alter system set synchronous_commit = remote_apply`,
    'select pg_reload_conf()',
  );
  const state = () => primary.ask('select sync_state from pg_stat_replication');
  await until('the standby follows', async () => (await state()) === 'sync');
}
