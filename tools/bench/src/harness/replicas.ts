import { setTimeout } from 'node:timers/promises';
import type { ServiceProcess } from '@cascade/service/testing';
import type { LoadAccount } from './accounts.ts';
import type { Bed, BedService } from './bed.ts';
import { type CallersOptions, startCallers } from './callers.ts';
import type { GatewayOptions } from './gateway.ts';
import { isReady } from './metrics.ts';
import { startCountingReceiver } from './receivers.ts';
import { tenths } from './statistics.ts';
import { find } from './waits.ts';

/** Replicas of the service on one database, which are ended and started again. */
export type Replicas = Awaited<ReturnType<typeof startReplicas>>;

export async function startReplicas(count: number, start: () => Promise<ServiceProcess>) {
  const all: ServiceProcess[] = [];
  // One after the other: the first migrates the database.
  for (let at = 0; at < count; at += 1) all.push(await start());
  /** How the replicas ended after SIGTERM. */
  const stops: Awaited<ReturnType<typeof stopOf>>[] = [];
  const at = (index: number) => {
    const replica = all[index];
    if (replica === undefined) throw new Error(`no replica ${index}`);
    return replica;
  };
  return {
    all,
    stops,
    get urls(): readonly string[] {
      return all.map(({ url }) => url);
    },
    /** `kill -9`; resolves when they have exited. */
    async kill(indexes: readonly number[]) {
      await Promise.all(indexes.map((index) => at(index).kill()));
    },
    /** Starts those that have ended. */
    async revive() {
      for (const [index, { hasEnded }] of all.entries()) if (hasEnded) all[index] = await start();
    },
    /** Resolves when all are ready. @throws {Error} after a minute, or if one has ended. */
    async untilReady() {
      await Promise.all(all.map(untilReady));
    },
    /** SIGTERM. */
    async end(index: number) {
      stops.push(await stopOf(at(index)));
    },
    /** The same, and a new start. */
    async restart(index: number) {
      await this.end(index);
      all[index] = await start();
    },
    /** SIGSTOP for a while. */
    async freeze(index: number, milliseconds: number) {
      process.kill(at(index).pid, 'SIGSTOP');
      await setTimeout(milliseconds);
      process.kill(at(index).pid, 'SIGCONT');
    },
    /** SIGTERM for all. */
    async stop() {
      stops.push(...(await Promise.all(all.map(stopOf))));
      return stops;
    },
  };
}

async function stopOf(replica: ServiceProcess) {
  const begin = performance.now();
  const exitCode = await replica.stop();
  const seconds = tenths(performance.now() - begin);
  // The exit code is null if it had to be killed after a minute, as the supervisors of deploy/ do.
  return { exitCode, seconds, printed: exitCode === 0 ? undefined : replica.output.slice(-6_000) };
}

async function untilReady(replica: ServiceProcess): Promise<void> {
  const look = async () => (replica.hasEnded ? 'ended' : (await isReady(replica.operationsUrl)) && 'ready');
  if ((await find(look, { pauseMs: 20 })) !== 'ready')
    throw new Error(`a replica did not become ready again:\n${replica.output}`);
}

interface PatientOptions extends Omit<BedService, 'accounts' | 'gateway'> {
  /** One if absent. */
  readonly replicas?: number;
  readonly accounts: (receiverUrl: string) => readonly LoadAccount[];
  readonly gateway?: GatewayOptions;
}

/** The service between a gateway and a receiver, which outlive what is done to it. */
export async function startPatient(bed: Bed, options: PatientOptions) {
  const { replicas: count = 1, accounts: accountsAt, gateway: wanted, ...service } = options;
  const receiver = await startCountingReceiver(bed);
  const gateway = await bed.gateway(wanted);
  const accounts = accountsAt(receiver.url);
  const replicas = await startReplicas(count, () => bed.service({ ...service, accounts, gateway }));
  return {
    replicas,
    gateway,
    receiver,
    load: (how: Omit<CallersOptions, 'urls'>) => startCallers({ urls: () => replicas.urls, ...how }),
  };
}
