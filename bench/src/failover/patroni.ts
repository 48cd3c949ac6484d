import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { lookAt } from '@cascade/service/bench';
import { makeRoot } from '../crash/cluster.ts';
import type { Arrangement } from './arrangement.ts';
import { type Machine, makeMachines, patroniProgram, type Times } from './machine.ts';
import { straysOf, urlOf } from './streaming.ts';

export const patroniTimes: Readonly<Record<string, Times>> = {
  patroni: { ttl: 30, loop_wait: 10, retry_timeout: 10 },
  'patroni-short': { ttl: 20, loop_wait: 5, retry_timeout: 5 },
};

/** Why it cannot be tried here. */
export function lacksPatroni(): string | undefined {
  const missing = [patroniProgram, '/usr/bin/etcd', '/usr/bin/etcdctl'].filter((path) => !existsSync(path));
  return missing.length === 0 ? undefined : `this machine has no ${missing.join(', ')}`;
}

export function patroniVersion(): string {
  if (!existsSync(patroniProgram)) return '';
  return execFileSync(patroniProgram, ['--version'], { encoding: 'utf8' }).replace('patroni', '').trim();
}

/** Three machines of which Patroni makes one the primary. No step of ours helps it. */
export async function patroni(times: Times): Promise<Arrangement> {
  const { root, remove } = await makeRoot();
  const machines = await makeMachines(root, ['one', 'two', 'three'], times);
  const servers = machines.map(({ server }) => server);
  let lost: Machine | undefined;
  let away: Machine | undefined;
  let helped = 0;

  // A primary that returns may take writes for a moment beside the new one, or for good instead of it.
  const primary = () =>
    until('one server takes writes', async () => {
      const present = machines.filter((machine) => machine !== away);
      const answers = await Promise.all(present.map(takesWrites));
      const writable = present.filter((_, index) => answers[index]);
      return writable.length === 1 ? writable[0] : undefined;
    });
  const complete = () =>
    until('two standbys follow, one of them in step', async () => {
      const { server, patroniUrl } = await primary();
      const followers = `select count(*) from pg_stat_replication where state = 'streaming'`;
      return (await server.ask(followers)) === '2' && (await hasSynchronous(patroniUrl)) ? true : undefined;
    });
  const removeAll = async () => {
    await Promise.all(machines.map((machine) => machine.remove()));
    await remove();
  };

  for (const machine of machines) machine.start();
  await complete().catch(async (error) => {
    await removeAll();
    throw error;
  });
  return {
    url: urlOf(servers),
    look: async (work) => lookAt(urlOf([(await primary()).server]), work),
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
      return until('the returned server answers', () => straysOf(returned, server).catch(() => undefined));
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
    remove: removeAll,
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

const patience = 90_000; // three times the time that Patroni takes

async function until<Result>(what: string, look: () => Promise<Result | undefined>): Promise<Result> {
  const end = performance.now() + patience;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (performance.now() > end) throw new Error(`waited 90 s until ${what}`);
    await setTimeout(200);
  }
}
