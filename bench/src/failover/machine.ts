import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemPrograms } from '@cascade/service/bench';
import { freePort } from '@cascade/test-kit';
import { type Cluster, clusterIn, operator } from '../crash/cluster.ts';
import type { Loss } from './arrangement.ts';
import { type Daemon, daemon } from './daemon.ts';
import { signalAll, stopProcesses } from './processes.ts';

/** Patroni's own settings, in seconds. A lost primary is replaced when its key has been there for `ttl`. */
export interface Times {
  readonly ttl: number;
  readonly loop_wait: number;
  readonly retry_timeout: number;
}

/** A machine with a member of etcd, and Patroni, which runs its PostgreSQL. */
export interface Machine {
  readonly name: string;
  readonly server: Cluster;
  readonly patroniUrl: string;
  start(): void;
  lose(how: Loss): Promise<void>;
  bringBack(): void;
  /** As an operator does: the primary writes anew which standby is in step with it. */
  forgetSynchronous(): Promise<void>;
  remove(): Promise<void>;
}

const host = '127.0.0.1';
const run = promisify(execFile);

export async function makeMachines(
  root: string,
  names: readonly string[],
  times: Times,
): Promise<readonly Machine[]> {
  const members = await Promise.all(
    names.map(async (name) => ({ name, client: await freePort(), peer: await freePort() })),
  );
  const everyone = members.map(({ name, peer }) => `${name}=http://${host}:${peer}`).join();
  return Promise.all(
    members.map(async ({ name, client, peer }) => {
      const [here, peerUrl] = [`http://${host}:${client}`, `http://${host}:${peer}`];
      const addresses = [
        ['--listen-client-urls', here, '--advertise-client-urls', here],
        ['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
      ].flat();
      const folder = ['--name', name, '--data-dir', join(root, `etcd-${name}`)];
      const etcd = daemon(
        'etcd',
        [...folder, ...addresses, '--initial-cluster', everyone],
        join(root, `etcd-${name}.log`),
      );
      return makeMachine({ root, name, etcd, etcdPorts: members.map((one) => one.client), times });
    }),
  );
}

/** Patroni of a Debian package, or named by the variable PATRONI. */
export const patroniProgram = process.env.PATRONI ?? '/usr/bin/patroni';

interface Parts {
  readonly root: string;
  readonly name: string;
  readonly etcd: Daemon;
  readonly etcdPorts: readonly number[];
  readonly times: Times;
}

async function makeMachine(parts: Parts): Promise<Machine> {
  const { root, name, etcd, etcdPorts } = parts;
  const server = await clusterIn(root, name);
  const api = await freePort();
  const file = join(root, `patroni-${name}.json`);
  await writeFile(file, JSON.stringify(settingsOf(parts, server, api)), { mode: 0o644 });
  const patroni = daemon(patroniProgram, [file], join(root, `patroni-${name}.log`));
  const daemons = [etcd, patroni];
  let frozen: readonly number[] = [];
  return {
    name,
    server,
    patroniUrl: `http://${host}:${api}`,
    start() {
      for (const one of daemons) one.start();
    },
    async lose(how) {
      // Patroni first, which would start the server again.
      for (const one of daemons.toReversed()) one.signal('SIGSTOP');
      const pids = await stopProcesses(server.folder);
      if (how === 'frozen') {
        frozen = pids;
        return;
      }
      signalAll(pids, 'SIGKILL');
      await Promise.all(daemons.map((one) => one.end()));
    },
    bringBack() {
      const isFrozen = frozen.length > 0;
      signalAll(frozen, 'SIGCONT');
      frozen = [];
      for (const one of daemons) isFrozen ? one.signal('SIGCONT') : one.start();
    },
    async forgetSynchronous() {
      const where = ['--endpoints', etcdPorts.map((port) => `${host}:${port}`).join()];
      await run('etcdctl', [...where, 'del', '/service/cascade/sync'], {
        env: { ...process.env, ETCDCTL_API: '3' },
      });
    },
    async remove() {
      await Promise.all(daemons.map((one) => one.end()));
      signalAll(await stopProcesses(server.folder).catch(() => []), 'SIGKILL');
    },
  };
}

/** As in Patroni's example, but for addresses and passwords. */
function settingsOf({ root, name, etcdPorts, times }: Parts, server: Cluster, api: number): object {
  const hba = [
    'local all all trust',
    `host all all ${host}/32 trust`,
    `host replication all ${host}/32 trust`,
  ];
  return {
    scope: 'cascade',
    name,
    restapi: { listen: `${host}:${api}`, connect_address: `${host}:${api}` },
    etcd3: { hosts: etcdPorts.map((port) => `${host}:${port}`) },
    bootstrap: {
      dcs: {
        ...times,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 100 } },
      },
      initdb: [{ encoding: 'UTF8' }, { auth: 'trust' }],
      pg_hba: hba,
    },
    postgresql: {
      listen: `${host}:${server.port}`,
      connect_address: `${host}:${server.port}`,
      data_dir: server.folder,
      bin_dir: systemPrograms,
      pgpass: join(root, `${name}.pgpass`),
      authentication: {
        superuser: { username: operator, password: operator },
        replication: { username: 'replicator', password: 'replicator' },
      },
      parameters: { unix_socket_directories: root },
    },
  };
}
