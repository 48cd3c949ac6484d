import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ServiceProcess } from '@cascade/service/bench';
import { accountsFile } from '../accounts-file.ts';
import { type CountingGateway, type GatewayKind, startGateway } from '../gateway-view.ts';
import { type Forked, forkModule } from '../parts/forked.ts';
import type { Received } from '../report-receiver.ts';

/** The accounts: one offers more than the service can do, the other sends ten messages a second. */
export const keys = { greedy: 'greedy-key', modest: 'modest-key' } as const;
export type AccountName = keyof typeof keys;
const accountNames = ['greedy', 'modest'] as const;

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
  readonly gateway: CountingGateway;
  /** They send what came every second. */
  readonly receivers: Readonly<Record<AccountName, Forked<string>>>;
  /** Requests of the greedy account at a rate, in an open loop. */
  offer(rate: number, seconds: number): Promise<Offered>;
  /** Resolves when no callback has come for three seconds. */
  drained(): Promise<void>;
  close(): Promise<void>;
}

export async function startWorld(kind: GatewayKind): Promise<World> {
  const receiverModule = new URL('../report-receiver.ts', import.meta.url);
  const receivers = {
    greedy: await forkModule<string>(receiverModule),
    modest: await forkModule<string>(receiverModule),
  };
  const folder = await mkdtemp(join(tmpdir(), 'cascade-overload-'));
  // The database server makes the folder, because it may run as another user than this process.
  const dataFolder = `${folder}-data`;
  const file = join(folder, 'accounts.yaml');
  const cascades = { 1: ['SMS'], 2002: ['SMS'] };
  const accounts = accountNames.map((name) => ({ name: keys[name], url: receivers[name].message, cascades }));
  await writeFile(file, accountsFile(accounts));
  // As the simulator answers, so that only the way there is added.
  const gateway = await startGateway({ kind, hasReceipts: false });
  const service = await gateway.startService({
    args: ['--data', dataFolder, '--accounts', file],
    logLevel: 'error',
    hasBackPressure: true,
  });
  let quietSince = performance.now();
  for (const { process: receiver } of Object.values(receivers))
    receiver.on('message', ({ callbacks }: Received) => {
      if (callbacks > 0) quietSince = performance.now();
    });
  return {
    service,
    gateway,
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
      // At each of their messages, the service is asked for its metrics.
      await Promise.all(Object.values(receivers).map((receiver) => receiver.close()));
      await service.stop();
      await gateway.close();
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
