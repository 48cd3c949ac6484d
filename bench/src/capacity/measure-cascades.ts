import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openStore, startServiceProcess } from '@cascade/service/bench';
import { apiKey, benchFile } from '../accounts-file.ts';
import { readFigures } from '../end-to-end/read-figures.ts';
import { round } from '../report.ts';
import type { Received } from '../report-receiver.ts';
import { startLoad } from '../start-load.ts';
import { serverCpu } from './server-cpu.ts';

/** What a whole cascade costs at a steady rate, from the request to its third callback. */
export interface CascadeCost {
  readonly perSecond: number;
  readonly nodeMicroseconds: number;
  readonly postgresMicroseconds: number;
  readonly walBytes: number;
}

export interface CascadeCosts {
  readonly idleMillisecondsPerSecond: { readonly node: number; readonly postgres: number };
  readonly byRate: readonly CascadeCost[];
}

interface Counters {
  readonly at: number;
  readonly ended: number;
  readonly accepted: number;
  readonly node: number;
  readonly postgres: number;
  readonly wal: number;
}

const rates = [25, 50, 100, 200, 400, 800];
const secondsEach = 8;
const receiverModule = fileURLToPath(new URL('../report-receiver.ts', import.meta.url));

/**
 * One replica, one account, three callbacks a cascade; processor times of service and store are read from
 * /proc.
 */
export async function measureCascades(dataFolder: string): Promise<CascadeCosts> {
  const accounts = `${dataFolder}.yaml`;
  const receiver = fork(receiverModule);
  const [callbackUrl] = await once(receiver, 'message');
  let callbacks = 0;
  receiver.on('message', (received: Received) => {
    callbacks += received.callbacks;
  });
  await writeFile(accounts, benchFile(callbackUrl, ['ENQUEUED', 'SENT', 'DELIVERED']));
  const service = await startServiceProcess({
    args: ['--data', dataFolder, '--accounts', accounts],
    logLevel: 'error',
  });
  const store = await openStore({ dataFolder, poolSize: 1 });
  const cpu = await serverCpu(store.pool);
  const count = async (): Promise<Counters> => {
    const { rows } = await store.pool.query(`select (pg_current_wal_lsn() - '0/0')::float8 as wal`);
    const { ended, accepted, cpuSeconds: node } = await readFigures(service.operationsUrl);
    return { at: performance.now() / 1_000, ended, accepted, node, postgres: cpu(), wal: rows[0].wal };
  };
  const atRate = async (rate: number, seconds: number): Promise<readonly [Counters, Counters]> => {
    const before = await count();
    await startLoad({ urls: [service.url], keys: [apiKey], rate, seconds }).sent;
    // The last callbacks arrive after the last cascade has ended.
    for (let last = -1; last < callbacks; ) {
      last = callbacks;
      await once(receiver, 'message');
      await once(receiver, 'message');
    }
    return [before, await count()];
  };
  await atRate(400, 6); // until everything is compiled and planned
  await pause(1_000);
  const rest = await count();
  await pause(4_000);
  const idle = perSecond(rest, await count());
  const byRate: CascadeCost[] = [];
  for (const rate of rates) byRate.push(costOf(await atRate(rate, secondsEach), idle));
  await store.close();
  await service.stop();
  receiver.removeAllListeners('message').disconnect();
  await rm(accounts);
  return { idleMillisecondsPerSecond: { node: round(idle.node), postgres: round(idle.postgres) }, byRate };
}

interface Idle {
  readonly node: number;
  readonly postgres: number;
}

function perSecond(before: Counters, after: Counters): Idle {
  const milliseconds = (of: (counters: Counters) => number) =>
    ((of(after) - of(before)) * 1_000) / (after.at - before.at);
  return { node: milliseconds(({ node }) => node), postgres: milliseconds(({ postgres }) => postgres) };
}

function costOf([before, after]: readonly [Counters, Counters], idle: Idle): CascadeCost {
  const seconds = after.at - before.at;
  const ended = after.ended - before.ended;
  const microseconds = (used: number, idleMs: number) =>
    Math.round(((used - (idleMs / 1_000) * seconds) / ended) * 1e6);
  return {
    perSecond: round(ended / seconds),
    nodeMicroseconds: microseconds(after.node - before.node, idle.node),
    postgresMicroseconds: microseconds(after.postgres - before.postgres, idle.postgres),
    walBytes: Math.round((after.wal - before.wal) / ended),
  };
}
