import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Bed } from '@cascade/bench/harness/bed';
import {
  clusterIn,
  type Loss,
  makeRoot,
  operator,
  postmaster,
  serverUser,
} from '@cascade/bench/harness/postgres';
import { until } from '@cascade/bench/harness/waits';
import { freePort, outputOf } from '@cascade/repository/test-kit';
import { lookAt, systemPrograms } from '@cascade/service/bench';
import { type StreamingServers, straysOf, writableUrl } from './streaming.ts';

/** Patroni's own settings, in seconds. A lost primary is replaced when its key has been there for `ttl`. */
export const patroniTimes = {
  patroni: { ttl: 30, loop_wait: 10, retry_timeout: 10 },
  'patroni-short': { ttl: 20, loop_wait: 5, retry_timeout: 5 },
};
type Times = (typeof patroniTimes)['patroni'];

/** Why it cannot be tried here. */
export function lacksPatroni(): string | undefined {
  const missing = [patroniProgram, '/usr/bin/etcd', '/usr/bin/etcdctl'].filter((path) => !existsSync(path));
  return missing.length === 0 ? undefined : `this machine has no ${missing.join(', ')}`;
}

/** Three times what Patroni takes. */
const patience = { seconds: 90, pauseMs: 200 };

/** Three machines of which Patroni makes one the primary. No step of ours helps it. */
export async function patroni(bed: Bed, times: Times): Promise<StreamingServers> {
  const root = await makeRoot(bed);
  const machines = await makeMachines(bed, root, ['one', 'two', 'three'], times);
  const servers = machines.map(({ server }) => server);
  let lost: Machine | undefined;
  let away: Machine | undefined;
  let helped = 0;

  // A primary that returns may take writes for a moment beside the new one, or for good instead of it.
  const primary = () =>
    until(
      'one server takes writes',
      async () => {
        const present = machines.filter((machine) => machine !== away);
        const answers = await Promise.all(present.map(takesWrites));
        const writable = present.filter((_, index) => answers[index]);
        return writable.length === 1 && writable[0];
      },
      patience,
    );
  const complete = () =>
    until(
      'two standbys follow, one of them in step',
      async () => {
        const { server, patroniUrl } = await primary();
        const followers = `select count(*) from pg_stat_replication where state = 'streaming'`;
        return (await server.ask(followers)) === '2' && (await hasSynchronous(patroniUrl));
      },
      patience,
    );

  for (const machine of machines) machine.start();
  await complete();
  return {
    url: writableUrl(servers),
    look: async (work) => lookAt(writableUrl([(await primary()).server]), work),
    async lose(how) {
      const present = await primary();
      lost = present;
      away = present;
      await present.lose(how);
    },
    async promote() {
      await primary();
    },
    async bringBack() {
      away = undefined;
      lost?.bringBack();
    },
    async strayMessages() {
      const returned = lost?.server;
      const { server } = await primary();
      return until(
        'the returned server answers',
        () => straysOf(returned, server).catch(() => undefined),
        patience,
      );
    },
    async rejoin() {
      lost = undefined;
      await complete().catch(async () => {
        helped += 1;
        await machines[0]?.forgetSynchronous();
        await complete();
      });
    },
    helped: () => helped,
  };
}

async function takesWrites({ server }: Machine): Promise<boolean> {
  const asked = server.ask('select pg_is_in_recovery()');
  return (await asked.catch(() => '')) === 'f';
}

/** Whether Patroni lets each commit wait for a standby. */
async function hasSynchronous(patroniUrl: string): Promise<boolean> {
  const answer = await fetch(`${patroniUrl}/cluster`).catch(() => undefined);
  return (await answer?.text())?.includes('"sync_standby"') === true;
}

/** A machine with a member of etcd, and Patroni, which runs its PostgreSQL. */
type Machine = Awaited<ReturnType<typeof makeMachine>>;

const host = '127.0.0.1';

/** Patroni of a Debian package, or named by the variable PATRONI. */
const patroniProgram = process.env.PATRONI ?? '/usr/bin/patroni';

/** A machine has the two ports of its member of etcd. */
async function makeMachines(bed: Bed, root: string, names: readonly string[], times: Times) {
  const members = await Promise.all(
    names.map(async (name) => ({ name, client: await freePort(), peer: await freePort() })),
  );
  return Promise.all(members.map((member) => makeMachine(bed, root, { member, members, times })));
}

type Member = Readonly<{ name: string; client: number; peer: number }>;
type Cell = Readonly<{ member: Member; members: readonly Member[]; times: Times }>;

async function makeMachine(bed: Bed, root: string, { member, members, times }: Cell) {
  const { name, client, peer } = member;
  const here = `http://${host}:${client}`;
  const peerUrl = `http://${host}:${peer}`;
  const etcdArgs = [
    '--name',
    name,
    '--data-dir',
    join(root, `etcd-${name}`),
    '--listen-client-urls',
    here,
    '--advertise-client-urls',
    here,
    '--listen-peer-urls',
    peerUrl,
    '--initial-advertise-peer-urls',
    peerUrl,
    '--initial-cluster',
    members.map((one) => `${one.name}=http://${host}:${one.peer}`).join(),
  ];
  const etcd = daemon('etcd', etcdArgs, join(root, `etcd-${name}.log`));
  const endpoints = members.map((one) => `${host}:${one.client}`).join();
  const server = await clusterIn(bed, root, name);
  const api = await freePort();
  const file = await bed.fill(`patroni-${name}.yaml`, new URL('patroni.yaml', import.meta.url), {
    ...times,
    name,
    root,
    api,
    operator,
    endpoints,
    port: server.port,
    data: server.folder,
    programs: systemPrograms ?? '',
  });
  const patroni = daemon(patroniProgram, [file], join(root, `patroni-${name}.log`));
  const daemons = [etcd, patroni];
  bed.use(daemons, async () => {
    await Promise.all(daemons.map((one) => one.end()));
    if (postmaster(server.folder) !== undefined) server.lose('killed');
  });
  return {
    server,
    patroniUrl: `http://${host}:${api}`,
    start() {
      for (const one of daemons) one.start();
    },
    async lose(how: Loss) {
      // Patroni first, which would start the server again.
      for (const one of daemons.toReversed()) one.signal('SIGSTOP');
      server.lose(how);
      if (how === 'killed') await Promise.all(daemons.map((one) => one.end()));
    },
    bringBack() {
      const isFrozen = server.thaw();
      for (const one of daemons) isFrozen ? one.signal('SIGCONT') : one.start();
    },
    /** As an operator does: the primary writes anew which standby is in step with it. */
    async forgetSynchronous() {
      await outputOf('etcdctl', ['--endpoints', endpoints, 'del', '/service/cascade/sync'], {
        environment: { ...process.env, ETCDCTL_API: '3' },
      });
    },
  };
}

/**
 * A program that runs beside the benchmark, as the user of the servers. Its output is in a file: behind pipes
 * to this process, a frozen primary took the lead again when it returned, and hundreds of messages were lost.
 */
function daemon(program: string, args: readonly string[], log: string) {
  let child: ChildProcess | undefined;
  const isRunning = (one: ChildProcess) => one.exitCode === null && one.signalCode === null;
  return {
    start() {
      const output = openSync(log, 'a');
      child = spawn(program, args, { ...serverUser, cwd: '/', stdio: ['ignore', output, output] });
      closeSync(output);
    },
    signal: (signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => void child?.kill(signal),
    /** `kill -9`. Resolves once it has exited. */
    async end() {
      if (child === undefined || !isRunning(child)) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
