import type { Look } from '@cascade/bench/harness/audit';
import type { Bed } from '@cascade/bench/harness/bed';
import {
  type Cluster,
  clusterIn,
  type Loss,
  makeRoot,
  makeStandby,
  operator,
  startCluster,
  urlOf,
} from '@cascade/bench/harness/postgres';
import { until } from '@cascade/bench/harness/waits';
import { type SilentProxy, startSilentProxy } from '@cascade/repository/test-kit';
import { lookAt } from '@cascade/service/bench';

/** Several PostgreSQL servers of which one takes writes, and what an operator does with them. */
export interface StreamingServers {
  /** `DATABASE_URL` of the service: it names all servers. */
  readonly url: string;
  /** Queries the present primary. */
  readonly look: Look;
  /** The primary is lost, with what it has not sent yet. */
  lose(how: Loss): Promise<void>;
  /** `kill -9` of its postmaster alone, whose sessions notice it by themselves. */
  losePostmaster?(): Promise<void>;
  /** Resolves once another server takes writes. */
  promote(): Promise<void>;
  /** The lost server returns as it was: it takes itself for the primary. */
  bringBack(): Promise<void>;
  /** How many of the messages that the returned server holds the present primary does not know. */
  strayMessages(): Promise<number>;
  /** The returned server follows the present primary. */
  rejoin(): Promise<void>;
  /** How often that took a hand, of an arrangement that needs none; absent of another. */
  readonly helped?: () => number;
}

/** How a primary and its standbys replicate. */
export type Mode = (typeof modes)[keyof typeof modes];

export const modes = {
  applied: {
    says: 'one standby that has applied each commit before it is acknowledged (synchronous_commit = remote_apply)',
    standbys: 1,
    /** `synchronous_standby_names` of a server, when all of these exist; empty: a commit waits for none. */
    waitsFor: '*',
    /** `synchronous_commit`. */
    commit: 'remote_apply',
    /** Whether a promoted server must be told that it has no standby. */
    isAloneAfterwards: true,
    /** Milliseconds from the primary to a standby, one way. */
    link: 0,
  },
  quorum: {
    says: 'two standbys, of which one has flushed each commit before it is acknowledged (ANY 1, synchronous_commit = on); the one with more of the log is promoted',
    standbys: 2,
    waitsFor: 'ANY 1 (one, two, three)',
    commit: 'on',
    isAloneAfterwards: false,
    link: 0,
  },
  asynchronous: {
    says: 'one standby that no commit waits for, 50 ms away',
    standbys: 1,
    waitsFor: '',
    commit: 'on',
    isAloneAfterwards: false,
    link: 50,
  },
} as const;

/** PostgreSQL's own streaming replication, with an operator who promotes at once. */
export async function streaming(bed: Bed, mode: Mode): Promise<StreamingServers> {
  const root = await makeRoot(bed);
  const names = ['one', 'two', 'three'].slice(0, 1 + mode.standbys);
  const all = await Promise.all(
    names.map((name) => (name === 'one' ? startCluster(bed, root, name) : clusterIn(bed, root, name))),
  );
  const [first, ...others] = all;
  if (first === undefined) throw new Error('expected servers');
  let primary = first;
  let lost: Cluster | undefined;
  let isBack = false;
  let links: SilentProxy[] = [];

  const follow = async (standby: Cluster) => {
    await makeStandby(await reached(primary), standby);
    await until('a standby follows', () => isFollowedBy(primary, standby));
  };

  /** The server as its standbys reach it. */
  async function reached(server: Cluster): Promise<Cluster> {
    if (mode.link === 0) return server;
    const link = await startSilentProxy({ port: server.port, host: '127.0.0.1' }, { delayMs: mode.link });
    links.push(link);
    return { ...server, port: link.port };
  }

  async function cutLinks(): Promise<void> {
    await Promise.all(links.map((link) => link.close()));
    links = [];
  }

  bed.use(all, cutLinks);
  await primary.ask(`alter system set wal_retrieve_retry_interval = '200ms'`, 'select pg_reload_conf()');
  for (const standby of others) await follow(standby);
  await waitFor(primary, mode.waitsFor, mode.commit);

  return {
    url: writableUrl(all),
    look: (work) => lookAt(writableUrl([primary]), work),
    async losePostmaster() {
      lost = primary;
      lost.kill();
    },
    async lose(how: Loss) {
      lost = primary;
      lost.lose(how);
      await cutLinks();
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
      if (lost?.thaw() === false) await lost.start();
      isBack = true;
    },
    strayMessages: () => straysOf(lost, primary),
    async rejoin() {
      if (lost === undefined) throw new Error('expected a lost server');
      // Of a killed server, the lock file is left.
      if (isBack) lost.lose('killed');
      isBack = false;
      await follow(lost);
      lost = undefined;
      await waitFor(primary, mode.waitsFor, mode.commit);
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

/** `DATABASE_URL` that leads to the primary among these servers. */
export function writableUrl(clusters: readonly Cluster[]): string {
  return urlOf(clusters, '&target_session_attrs=read-write');
}
