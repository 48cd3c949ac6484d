import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ServiceProcess, startServiceProcess } from '@cascade/service/bench';

export const victims = ['node', 'postgres', 'both'] as const;
export type Victim = (typeof victims)[number];

/** A service that is killed and started again, on the same data. */
export interface Patient {
  readonly url: string;
  /** `kill -9`. Comes back when they are gone. */
  kill(victim: Victim): Promise<void>;
  /** Starts what does not come back by itself, and waits until the service is ready. */
  recover(): Promise<void>;
  /** Ends it in good order; the last thing to prove. */
  stop(): Promise<void>;
  /** For when something went wrong: leaves no process behind. */
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
      // The connections of a dead postmaster outlive it for a moment.
      while (postmaster(dataFolder) === dead || !(await isReady(service.operationsUrl))) {
        if (Date.now() > end || service.hasEnded)
          throw new Error(`the service does not recover:\n${service.lastWords}`);
        await setTimeout(20);
      }
    },
    async stop() {
      const exitCode = await service.stop();
      if (exitCode !== 0) throw new Error(`the service ended with ${exitCode}:\n${service.lastWords}`);
    },
    async abandon() {
      await service.kill();
      if (postmaster(dataFolder) !== undefined) killPostmaster(dataFolder);
    },
  };
}

function killPostmaster(dataFolder: string): number {
  const pid = postmaster(dataFolder);
  if (pid === undefined) throw new Error('no PostgreSQL runs that could be killed');
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** Its process id, as its lock file has it; a server that stops removes the file. */
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
