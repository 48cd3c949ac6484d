import { setTimeout } from 'node:timers/promises';
import { lookAt } from '@cascade/service/bench';
import { type Cluster, clusterIn, makeCluster, makeRoot, makeStandby, operator } from './cluster.ts';
import type { Database } from './database.ts';

/** Debian's PostgreSQL, which an operator restarts. */
export async function debian(): Promise<Database> {
  const { root, remove } = await makeRoot();
  const cluster = await makeCluster(root, 'one');
  await cluster.start();
  let isDead = false;
  return {
    args: [],
    environment: { DATABASE_URL: urlOf(cluster) },
    looks: [(work) => lookAt(urlOf(cluster), work)],
    async kill() {
      cluster.kill();
      isDead = true;
    },
    async recover() {
      if (isDead) await cluster.start();
      isDead = false;
    },
    isBack: () => true,
    async remove() {
      await cluster.stop().catch(() => {});
      await remove();
    },
  };
}

/**
 * Debian's PostgreSQL with a standby that has applied each commit before it is acknowledged. When the primary is killed,
 * the standby is promoted under load, and the dead one becomes the next standby.
 */
export async function withStandby(): Promise<Database> {
  const { root, remove } = await makeRoot();
  let primary = await makeCluster(root, 'one');
  let standby = await clusterIn(root, 'two');
  const url = urlOf(primary, standby);
  await primary.start();
  await attach(primary, standby);
  let isAlone = false;
  return {
    args: [],
    environment: { DATABASE_URL: url },
    looks: [(work) => lookAt(urlOf(primary), work)],
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
    isBack: () => true,
    async remove() {
      for (const cluster of [primary, standby]) await cluster.stop().catch(() => {});
      await remove();
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
  const end = performance.now() + 60_000;
  while ((await primary.ask('select sync_state from pg_stat_replication')) !== 'sync') {
    if (performance.now() > end) throw new Error('the standby does not follow');
    await setTimeout(100);
  }
}

/** Several servers as libpq lists them. */
function urlOf(...clusters: readonly Cluster[]): string {
  const hosts = clusters.map(({ port }) => `127.0.0.1:${port}`);
  return `postgresql://${operator}@${hosts.join()}/postgres?sslmode=disable`;
}
