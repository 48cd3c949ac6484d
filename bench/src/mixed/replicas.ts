import { setTimeout } from 'node:timers/promises';
import type { ServiceProcess } from '@cascade/service/bench';
import type { CountingGateway } from '../gateway-view.ts';

/** Replicas of the service on one database; those that end are started again. */
export interface Replicas {
  readonly all: readonly ServiceProcess[];
  urls(): readonly string[];
  /** SIGKILL, a pause, and a new start. */
  crash(index: number, pauseMs: number): Promise<void>;
  /** SIGTERM and a new start. */
  restart(index: number): Promise<void>;
  /** How the replicas ended after SIGTERM. */
  readonly stops: readonly Stop[];
  /** SIGSTOP for a while. */
  freeze(index: number, milliseconds: number): Promise<void>;
  /** SIGTERM for all. */
  stop(): Promise<void>;
  abandon(): Promise<void>;
}

export interface Stop {
  /** Null if it had to be killed. */
  readonly exitCode: number | null;
  readonly seconds: number;
  /** The end of what it printed, if it did not end with 0. */
  readonly printed: string | undefined;
}

/** As the supervisors of deploy/ do. */
const graceMs = 60_000;

interface Around {
  readonly accounts: string;
  readonly databaseUrl: string;
  readonly gateway: CountingGateway;
}

export async function startReplicas(
  count: number,
  { accounts, databaseUrl, gateway }: Around,
): Promise<Replicas> {
  const startOnce = () =>
    gateway.startService({
      args: ['--accounts', accounts],
      environment: { DATABASE_URL: databaseUrl },
      logLevel: 'error',
      hasBackPressure: true,
    });
  /** As Kubernetes does: a process that cannot start, because the database does not answer, is started again. */
  const start = () => startOnce().catch(startOnce).catch(startOnce);
  const all: ServiceProcess[] = [];
  for (let at = 0; at < count; at += 1) all.push(await start());
  const at = (index: number) => {
    const replica = all[index];
    if (replica === undefined) throw new Error(`no replica ${index}`);
    return replica;
  };
  const stops: Stop[] = [];
  return {
    all,
    stops,
    urls: () => all.map(({ url }) => url),
    async crash(index, pauseMs) {
      await gateway.during('kill -9 of a replica', at(index).kill);
      await setTimeout(pauseMs);
      all[index] = await start();
    },
    async restart(index) {
      stops.push(await end(at(index)));
      all[index] = await start();
    },
    async freeze(index, milliseconds) {
      await gateway.during('SIGSTOP of a replica', async () => {
        process.kill(at(index).pid, 'SIGSTOP');
        await setTimeout(milliseconds);
        process.kill(at(index).pid, 'SIGCONT');
      });
    },
    async stop() {
      stops.push(...(await Promise.all(all.map(end))));
    },
    async abandon() {
      await Promise.all(all.map((replica) => replica.kill()));
    },
  };
}

/** SIGTERM; after the grace period the rest is killed. */
async function end(replica: ServiceProcess): Promise<Stop> {
  const begin = performance.now();
  process.kill(replica.pid, 'SIGTERM');
  while (!replica.hasEnded && performance.now() - begin < graceMs) await setTimeout(20);
  if (!replica.hasEnded) await replica.kill();
  const seconds = Math.round((performance.now() - begin) / 100) / 10;
  const exitCode = await replica.stop();
  return { exitCode, seconds, printed: exitCode === 0 ? undefined : replica.output.slice(-600) };
}
