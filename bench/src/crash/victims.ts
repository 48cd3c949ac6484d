import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ServiceProcess, startServiceProcess } from '@cascade/service/bench';

export const victims = ['node', 'postgres', 'both'] as const;
export type Victim = (typeof victims)[number];

/** A service that is killed and restarted on the same data. */
export interface Patient {
  readonly url: string;
  /** `kill -9`. Resolves when the processes have exited. */
  kill(victim: Victim): Promise<void>;
  /** Restarts what does not restart by itself, and waits until the service is ready. */
  recover(): Promise<void>;
  /** Stops it with SIGTERM, to prove that it still stops cleanly. */
  stop(): Promise<void>;
  /** Kills every process that is left, after a failure. */
  abandon(): Promise<void>;
}

const patience = 60_000; // a minute

export async function startPatient(dataFolder: string, accounts: string): Promise<Patient> {
  const start = () =>
    startServiceProcess({ args: ['--data', dataFolder, '--accounts', accounts], logLevel: 'error' });
  let service: ServiceProcess = await start();
  let dead: number | undefined;
  return {
    get url() {
      return service.url;
    },
    async kill(victim) {
      if (victim !== 'node') dead = killPostmaster(dataFolder);
      if (victim !== 'postgres') await service.kill();
    },
    async recover() {
      if (service.hasEnded) service = await start();
      const end = Date.now() + patience;
      // The connections of a dead postmaster stay open for a moment.
      while (postmaster(dataFolder) === dead || !(await isReady(service.operationsUrl))) {
        if (Date.now() > end || service.hasEnded)
          throw new Error(`the service did not become ready again:\n${service.output}`);
        await setTimeout(20);
      }
    },
    async stop() {
      const exitCode = await service.stop();
      if (exitCode !== 0)
        throw new Error(`the service exited with ${exitCode}; expected 0:\n${service.output}`);
    },
    async abandon() {
      await service.kill();
      if (postmaster(dataFolder) !== undefined) killPostmaster(dataFolder);
    },
  };
}

function killPostmaster(dataFolder: string): number {
  const pid = postmaster(dataFolder);
  if (pid === undefined) throw new Error('expected a running PostgreSQL to kill, found none');
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** The process id in its lock file; a server that stops removes the file. */
function postmaster(dataFolder: string): number | undefined {
  const file = join(dataFolder, 'cluster', 'postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

async function isReady(operationsUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${operationsUrl}/readyz`)).ok;
  } catch {
    return false;
  }
}
