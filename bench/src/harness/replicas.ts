import { setTimeout } from 'node:timers/promises';
import type { ServiceProcess } from '@cascade/service/bench';
import { isReady } from './metrics.ts';

/** Replicas of the service on one database, which are ended and started again. */
export interface Replicas {
  readonly all: readonly ServiceProcess[];
  readonly urls: readonly string[];
  /** `kill -9`; resolves when they have exited. */
  kill(indexes: readonly number[]): Promise<void>;
  /** Starts those that have ended. */
  revive(): Promise<void>;
  /** Resolves when all are ready. @throws {Error} after a minute, or if one has ended. */
  untilReady(): Promise<void>;
  /** SIGTERM and a new start. */
  restart(index: number): Promise<void>;
  /** SIGSTOP for a while. */
  freeze(index: number, milliseconds: number): Promise<void>;
  /** SIGTERM for all. */
  stop(): Promise<void>;
  /** How the replicas ended after SIGTERM. */
  readonly stops: readonly Stop[];
}

export interface Stop {
  /** Null if it had to be killed after a minute, as the supervisors of deploy/ do. */
  readonly exitCode: number | null;
  readonly seconds: number;
  /** The end of what it printed, if it did not end with 0. */
  readonly printed: string | undefined;
}

const patienceMs = 60_000;

export async function startReplicas(count: number, start: () => Promise<ServiceProcess>): Promise<Replicas> {
  const all: ServiceProcess[] = [];
  // One after the other: the first migrates the database.
  for (let at = 0; at < count; at += 1) all.push(await start());
  const stops: Stop[] = [];
  const at = (index: number) => {
    const replica = all[index];
    if (replica === undefined) throw new Error(`no replica ${index}`);
    return replica;
  };
  return {
    all,
    stops,
    get urls() {
      return all.map(({ url }) => url);
    },
    async kill(indexes) {
      await Promise.all(indexes.map((index) => at(index).kill()));
    },
    async revive() {
      for (const [index, { hasEnded }] of all.entries()) if (hasEnded) all[index] = await start();
    },
    async untilReady() {
      const end = performance.now() + patienceMs;
      await Promise.all(all.map((replica) => untilReady(replica, end)));
    },
    async restart(index) {
      stops.push(await stopOf(at(index)));
      all[index] = await start();
    },
    async freeze(index, milliseconds) {
      process.kill(at(index).pid, 'SIGSTOP');
      await setTimeout(milliseconds);
      process.kill(at(index).pid, 'SIGCONT');
    },
    async stop() {
      stops.push(...(await Promise.all(all.map(stopOf))));
    },
  };
}

async function stopOf(replica: ServiceProcess): Promise<Stop> {
  const begin = performance.now();
  const exitCode = await replica.stop();
  const seconds = Math.round((performance.now() - begin) / 100) / 10;
  return { exitCode, seconds, printed: exitCode === 0 ? undefined : replica.output.slice(-600) };
}

/** @throws {Error} with the output of a replica that did not end with 0. */
export function assertStopped(stops: readonly Stop[]): void {
  for (const { exitCode, printed } of stops)
    if (exitCode !== 0) throw new Error(`a replica exited with ${exitCode}; expected 0:\n${printed}`);
}

async function untilReady(replica: ServiceProcess, end: number): Promise<void> {
  while (!(await isReady(replica.operationsUrl))) {
    if (performance.now() > end || replica.hasEnded)
      throw new Error(`a replica did not become ready again:\n${replica.output}`);
    await setTimeout(20);
  }
}
