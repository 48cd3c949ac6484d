import { setTimeout } from 'node:timers/promises';
import type { ServiceProcess } from '@cascade/service/testing';
import type { LoadAccount } from './accounts.ts';
import type { Look } from './audit.ts';
import type { Bed } from './bed.ts';
import type { CountingGateway } from './gateway.ts';
import { isReady } from './metrics.ts';
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
    /** SIGTERM and a new start. */
    async restart(index: number) {
      stops.push(await stopOf(at(index)));
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

/** @throws {Error} with the output of a replica that did not end with 0. */
function assertStopped(stops: Replicas['stops']): void {
  for (const { exitCode, printed } of stops)
    if (exitCode !== 0) throw new Error(`a replica exited with ${exitCode}; expected 0:\n${printed}`);
}

async function untilReady(replica: ServiceProcess): Promise<void> {
  const isOver = async () => replica.hasEnded || (await isReady(replica.operationsUrl));
  await find(isOver, { pauseMs: 20 });
  if (!(await isReady(replica.operationsUrl)))
    throw new Error(`a replica did not become ready again:\n${replica.output}`);
}

/** A database that is killed under a service. */
export interface Database {
  /** Of the service; an embedded server in the data folder of the bed if absent. */
  readonly url?: string;
  /** One for each part of the store: a cluster has several. */
  readonly looks: readonly Look[];
  /** What to kill, if not each of the processes in turn. */
  readonly victims?: readonly string[];
  /** `kill -9` of the postmaster that the victim names, if there are several; with a standby, its promotion follows. */
  kill(victim: string): Promise<void>;
  /** Restarts what does not restart by itself. */
  recover?(): Promise<void>;
  /** Whether the connections of a killed postmaster are gone: they stay open for a moment. */
  isBack?(): boolean;
}

/** Replicas that are killed and restarted on the same data. */
export type Patient = Awaited<ReturnType<typeof startPatient>>;

const ofOne = ['node', 'postgres', 'both'] as const;
const ofTwo = ['one replica', 'the other replica', 'both replicas', 'postgres', 'everything'] as const;

interface PatientOptions {
  readonly replicas: 1 | 2;
  readonly accounts: readonly LoadAccount[];
  readonly gateway: CountingGateway;
}

export async function startPatient(
  bed: Bed,
  database: Database,
  { replicas: count, accounts, gateway }: PatientOptions,
) {
  const { url, victims = count === 1 ? ofOne : ofTwo } = database;
  const where = url === undefined ? {} : { databaseUrl: url };
  const replicas = await startReplicas(count, () => bed.service({ accounts, gateway, ...where }));
  const second = count - 1;
  const replicasOf: Readonly<Record<string, readonly number[]>> = {
    node: [0],
    both: [0],
    'one replica': [0],
    'the other replica': [second],
    'both replicas': [0, second],
    everything: [0, second],
  };
  const hitBy = (victim: string) => replicasOf[victim] ?? [];
  const isDatabaseHit = (victim: string) =>
    hitBy(victim).length === 0 || ['both', 'everything'].includes(victim);
  /** `kill -9`. Resolves when the processes have exited and, where there is one, a standby has been promoted. */
  async function kill(victim: string): Promise<void> {
    const killing = isDatabaseHit(victim) ? database.kill(victim) : undefined;
    await replicas.kill(hitBy(victim));
    await killing;
  }
  /** Restarts what does not restart by itself, and waits until all replicas are ready. */
  async function recover(): Promise<void> {
    await database.recover?.();
    await replicas.revive();
    await find(() => database.isBack?.() !== false, { pauseMs: 20 });
    await replicas.untilReady();
  }
  return {
    get urls() {
      return replicas.urls;
    },
    /** What can be killed. */
    victims,
    kill,
    recover,
    /**
     * Both, with something in between; the gateway knows it as a fault, until the recovery if the database is killed: without
     * it no result can be committed.
     */
    async crash(victim: string, meanwhile: () => Promise<void>) {
      const name = `kill -9: ${victim}`;
      const isLong = isDatabaseHit(victim);
      const rest = () => meanwhile().then(recover);
      await gateway.during(name, () => kill(victim).then(isLong ? rest : () => {}));
      if (!isLong) await rest();
    },
    /** Stops the replicas with SIGTERM, to prove that they still stop cleanly. */
    async stop() {
      await replicas.stop();
      assertStopped(replicas.stops);
    },
  };
}
