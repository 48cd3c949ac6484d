import { setTimeout } from 'node:timers/promises';
import { lookAt } from '@cascade/service/bench';
import { type Cluster, clusterIn, makeCluster, makeRoot, makeStandby, operator } from '../crash/cluster.ts';
import type { Arrangement } from './arrangement.ts';
import type { Mode } from './modes.ts';
import { signalAll, stopProcesses } from './processes.ts';
import { type SlowLink, startSlowLink } from './slow-link.ts';

const patience = 60_000; // a minute

/** PostgreSQL's own streaming replication, with an operator who promotes at once. */
export async function streaming(mode: Mode): Promise<Arrangement> {
  const { root, remove } = await makeRoot();
  const names = ['one', 'two', 'three'].slice(0, 1 + mode.standbys);
  const all = await Promise.all(
    names.map((name) => (name === 'one' ? makeCluster(root, name) : clusterIn(root, name))),
  );
  const [first, ...others] = all;
  if (first === undefined) throw new Error('expected servers');
  let primary = first;
  let lost: Cluster | undefined;
  let frozen: readonly number[] = [];
  let links: SlowLink[] = [];

  const follow = async (standby: Cluster) => {
    await makeStandby(await reached(primary), standby);
    await waitUntil('a standby follows', async () => isFollowedBy(primary, standby));
  };

  /** The server as its standbys reach it. */
  async function reached(server: Cluster): Promise<Cluster> {
    if (mode.link === 0) return server;
    const link = await startSlowLink(server.port, mode.link);
    links.push(link);
    return { ...server, port: link.port };
  }

  async function cutLinks(): Promise<void> {
    await Promise.all(links.map((link) => link.close()));
    links = [];
  }

  await primary.start();
  await primary.ask(`alter system set wal_retrieve_retry_interval = '200ms'`, 'select pg_reload_conf()');
  for (const standby of others) await follow(standby);
  await waitFor(primary, mode.waitsFor, mode.commit);

  return {
    url: urlOf(all),
    look: (work) => lookAt(urlOf([primary]), work),
    async lose(how) {
      lost = primary;
      const pids = await stopProcesses(lost.folder);
      if (how === 'frozen') frozen = pids;
      await cutLinks();
      if (how === 'killed') signalAll(pids, 'SIGKILL');
    },
    async promote() {
      const standbys = all.filter((one) => one !== lost);
      primary = await mostAdvanced(standbys);
      await primary.promote();
      // No standby follows the new primary yet: it must not wait for one.
      if (mode.isAloneAfterwards) await waitFor(primary, '', mode.commit);
      for (const standby of standbys) if (standby !== primary) await followAnew(standby, primary);
    },
    async bringBack() {
      if (frozen.length > 0) signalAll(frozen, 'SIGCONT');
      else await lost?.start();
      frozen = [];
    },
    strayMessages: () => straysOf(lost, primary),
    async rejoin() {
      if (lost === undefined) throw new Error('expected a lost server');
      signalAll(await stopProcesses(lost.folder), 'SIGKILL');
      await follow(lost);
      lost = undefined;
      await waitFor(primary, mode.waitsFor, mode.commit);
    },
    async remove() {
      signalAll(frozen, 'SIGCONT');
      for (const cluster of all) await cluster.stop().catch(() => {});
      await cutLinks();
      await remove();
    },
  };
}

/** Lets each commit of a server wait for the standbys that match. */
async function waitFor(server: Cluster, standbys: string, commit: Mode['commit']): Promise<void> {
  await server.ask(
    `alter system set synchronous_standby_names = '${standbys}'`,
    `alter system set synchronous_commit = ${commit}`,
    'select pg_reload_conf()',
  );
}

/** Of a quorum, only the standby with most of the log surely has every acknowledged commit. */
async function mostAdvanced(standbys: readonly Cluster[]): Promise<Cluster> {
  const received = await Promise.all(
    standbys.map((one) => one.ask(`select coalesce(pg_last_wal_receive_lsn() - '0/0', 0)`)),
  );
  const most = standbys[received.indexOf(String(Math.max(...received.map(Number))))];
  if (most === undefined) throw new Error('expected a standby');
  return most;
}

async function followAnew(standby: Cluster, primary: Cluster): Promise<void> {
  const way = `host=127.0.0.1 port=${primary.port} user=${operator}`;
  await standby.ask(`alter system set primary_conninfo = '${way}'`, 'select pg_reload_conf()');
}

async function isFollowedBy(primary: Cluster, standby: Cluster): Promise<boolean> {
  const streams = await primary.ask(
    `select count(*) from pg_stat_replication where state = 'streaming' and application_name = '${standby.name}'`,
  );
  return streams === '1';
}

/** Counts messages by their request ids, which the two servers never exchange. */
export async function straysOf(stale: Cluster | undefined, primary: Cluster): Promise<number> {
  if (stale === undefined) return 0;
  const ids = 'select request_id from cascade.messages';
  const known = new Set((await primary.ask(ids)).split('\n'));
  return (await stale.ask(ids)).split('\n').filter((id) => id !== '' && !known.has(id)).length;
}

async function waitUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + patience;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited a minute until ${what}`);
    await setTimeout(100);
  }
}

/** Several servers as libpq lists them. */
export function urlOf(clusters: readonly Cluster[]): string {
  const hosts = clusters.map(({ port }) => `127.0.0.1:${port}`);
  return `postgresql://${operator}@${hosts.join()}/postgres?sslmode=disable&target_session_attrs=read-write`;
}
