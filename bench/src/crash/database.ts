import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { lookInto } from '@cascade/service/bench';

export type Pool = Parameters<Parameters<typeof lookInto>[1]>[0];

/** Queries the database beside the service. */
export type Look = <Result>(work: (pool: Pool) => Promise<Result>) => Promise<Result>;

/** A database that is killed under a service. */
export interface Database {
  /** Arguments of `cascade-service start`. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** One for each part of the store: a cluster has several. */
  readonly looks: readonly Look[];
  /** The accounts that callers use in turn; one if absent. */
  readonly accounts?: number;
  /** The longest load before a kill, in milliseconds; 1,200 if absent. */
  readonly longestLoad?: number;
  /** What to kill, if not each of the processes in turn. */
  readonly victims?: readonly string[];
  /** `kill -9` of the postmaster that the victim names, if there are several; with a standby, its promotion follows. */
  kill(victim: string): Promise<void>;
  /** Restarts what does not restart by itself. */
  recover(): Promise<void>;
  /** Whether the connections of a killed postmaster are gone: they stay open for a moment. */
  isBack(): boolean;
  /** Ends it, and removes its data. */
  remove(): Promise<void>;
}

/** The server of the service's own, which every replica on the data folder restarts by itself. */
export function embedded(dataFolder: string): Database {
  const cluster = join(dataFolder, 'cluster');
  let dead: number | undefined;
  return {
    args: ['--data', dataFolder],
    environment: {},
    looks: [(work) => whenConnected(() => lookInto(dataFolder, work))],
    async kill() {
      dead = killPostmaster(cluster);
    },
    async recover() {},
    isBack: () => postmaster(cluster) !== dead,
    async remove() {
      try {
        if (postmaster(cluster) !== undefined) killPostmaster(cluster);
      } catch {
        // It has ended meanwhile. An error here would hide the one before.
      }
      await rm(dataFolder, { recursive: true, maxRetries: 10 });
    },
  };
}

const patience = 20_000; // 20 seconds
const tooManyConnections = '53300';

/** Two busy replicas use all connections of an embedded server. */
async function whenConnected<Result>(look: () => Promise<Result>): Promise<Result> {
  for (const end = performance.now() + patience; ; )
    try {
      return await look();
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      if (code !== tooManyConnections || performance.now() > end) throw error;
      await setTimeout(100);
    }
}

/** @returns its process id. */
export function killPostmaster(cluster: string): number {
  const pid = postmaster(cluster);
  if (pid === undefined) throw new Error('expected a running PostgreSQL to kill, found none');
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** The process id of a server in its lock file; a server that stops removes the file. */
export function postmaster(cluster: string): number | undefined {
  const file = join(cluster, 'postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}
