import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ServiceProcess, startServiceProcess } from '@cascade/service/bench';
import type { Received } from '../end-to-end/receiver.ts';
import { type Forked, forkModule } from '../parts/forked.ts';

/** The accounts: one offers more than the service can do, the other sends ten messages a second. */
export const keys = { greedy: 'greedy-key', modest: 'modest-key' } as const;
export type AccountName = keyof typeof keys;

/** The default of limits.lagSeconds. */
export const boundSeconds = 5;

/** What an account offered, and what it was answered. */
export interface Offered {
  readonly offered: number;
  readonly seconds: number;
  readonly unanswered: number;
  /** Of the process that offered them. */
  readonly processorSeconds: number;
  /** By status. */
  readonly answers: Readonly<Record<string, number>>;
}

/** The service with both accounts and a receiver for each; its service file names no limit. */
export interface World {
  readonly service: ServiceProcess;
  /** They send what came every second. */
  readonly receivers: Readonly<Record<AccountName, Forked<string>>>;
  /** Requests of the greedy account at a rate, in an open loop. */
  offer(rate: number, seconds: number): Promise<Offered>;
  /** Resolves when no callback has come for three seconds. */
  drained(): Promise<void>;
  close(): Promise<void>;
}

export async function startWorld(): Promise<World> {
  const receiverModule = new URL('../end-to-end/receiver.ts', import.meta.url);
  const receivers = {
    greedy: await forkModule<string>(receiverModule),
    modest: await forkModule<string>(receiverModule),
  };
  const folder = await mkdtemp(join(tmpdir(), 'cascade-overload-'));
  // The database server makes the folder, because it may run as another user than this process.
  const dataFolder = `${folder}-data`;
  const files = { accounts: join(folder, 'accounts.yaml'), config: join(folder, 'service.yaml') };
  const accounts = [
    accountOf('greedy', receivers.greedy.message),
    accountOf('modest', receivers.modest.message),
  ];
  await writeFile(files.accounts, JSON.stringify({ accounts }));
  await writeFile(files.config, JSON.stringify({ gateways: { SMS: { kind: 'simulator' } } }));
  const service = await startServiceProcess({
    args: ['--data', dataFolder, '--accounts', files.accounts, '--config', files.config],
    logLevel: 'error',
  });
  let quietSince = performance.now();
  for (const { process: receiver } of Object.values(receivers))
    receiver.on('message', ({ callbacks }: Received) => {
      if (callbacks > 0) quietSince = performance.now();
    });
  return {
    service,
    receivers,
    async offer(rate, seconds) {
      const args = [service.url, String(rate), String(seconds), keys.greedy];
      const { message } = await forkModule<Offered>(new URL('offer.ts', import.meta.url), args);
      return message;
    },
    async drained() {
      quietSince = performance.now();
      while (performance.now() - quietSince < 3_500) await setTimeout(250);
    },
    async close() {
      await service.stop();
      await Promise.all(Object.values(receivers).map((receiver) => receiver.close()));
      await rm(folder, { recursive: true });
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The age of the oldest due work, in seconds, by the service's own metrics. */
export async function readLag(operationsUrl: string): Promise<number> {
  const text = await (await fetch(`${operationsUrl}/metrics`)).text();
  return Number(/^cascade_work_lag_seconds (\S+)$/m.exec(text)?.[1]);
}

/** Cascades a second, in the best ten seconds in a row: after them come repeats that are due minutes later. */
export function bestRate(history: readonly Received[]): number {
  const sums = history.map((_, at) => history.slice(at, at + 10).reduce((sum, { ended }) => sum + ended, 0));
  return Math.round(Math.max(...sums) / 10);
}

function accountOf(name: AccountName, callbackUrl: string) {
  const stageOf = (last: number) => ({
    uuid: `00000000-0000-4000-8000-0000000000${name === 'greedy' ? 1 : 2}${last}`,
    channel: 'SMS',
    subject: { id: 1, subject: 'codes' },
  });
  return {
    name,
    keys: [{ key: keys[name] }],
    balance: 1_000_000_000_000,
    prices: { SMS: 5 },
    cascades: [1, 2002].map((id, at) => ({ id, name: 'codes', stages: [stageOf(at)] })),
    callback: { url: callbackUrl },
  };
}
