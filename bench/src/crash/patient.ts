import { setTimeout } from 'node:timers/promises';
import type { ServiceProcess } from '@cascade/service/bench';
import type { CountingGateway } from '../gateway-view.ts';
import type { Database, Look } from './database.ts';

/** Replicas that are killed and restarted on the same data. */
export interface Patient {
  readonly urls: readonly string[];
  /** What can be killed. */
  readonly victims: readonly string[];
  readonly gateway: CountingGateway;
  readonly looks: readonly Look[];
  readonly accounts: number;
  /** Before a kill, in milliseconds. */
  readonly longestLoad: number;
  /** `kill -9`. Resolves when the processes have exited and, where there is one, a standby has been promoted. */
  kill(victim: string): Promise<void>;
  /** Restarts what does not restart by itself, and waits until all replicas are ready. */
  recover(): Promise<void>;
  /**
   * Both, with something in between; the gateway knows it as a fault, until the recovery if the database is killed: without
   * it no result can be committed.
   */
  crash(victim: string, meanwhile: () => Promise<void>): Promise<void>;
  /** Stops the replicas with SIGTERM, to prove that they still stop cleanly. */
  stop(): Promise<void>;
  /** Kills every process that is left, after a failure. */
  abandon(): Promise<void>;
}

const patience = 60_000; // a minute

const ofOne = ['node', 'postgres', 'both'] as const;
const ofTwo = ['one replica', 'the other replica', 'both replicas', 'postgres', 'everything'] as const;

export async function startPatient(
  database: Database,
  {
    replicas,
    accounts,
    gateway,
  }: { readonly replicas: 1 | 2; readonly accounts: string; readonly gateway: CountingGateway },
): Promise<Patient> {
  const start = () =>
    gateway.startService({
      args: [...database.args, '--accounts', accounts],
      environment: database.environment,
      logLevel: 'error',
    });
  const services: ServiceProcess[] = [await start()];
  if (replicas === 2) services.push(await start());
  const [first, second] = [0, replicas - 1];
  const replicasOf: Readonly<Record<string, readonly number[]>> = {
    node: [first],
    both: [first],
    'one replica': [first],
    'the other replica': [second],
    'both replicas': [first, second],
    everything: [first, second],
  };
  const hitBy = (victim: string) => replicasOf[victim] ?? [];
  const isDatabaseHit = (victim: string) =>
    hitBy(victim).length === 0 || ['both', 'everything'].includes(victim);
  const patient: Patient = {
    get urls() {
      return services.map(({ url }) => url);
    },
    victims: database.victims ?? (replicas === 1 ? ofOne : ofTwo),
    gateway,
    looks: database.looks,
    accounts: database.accounts ?? 1,
    longestLoad: database.longestLoad ?? 1_200,
    async kill(victim) {
      const killing = isDatabaseHit(victim) ? database.kill(victim) : undefined;
      await Promise.all(hitBy(victim).map((index) => services[index]?.kill()));
      await killing;
    },
    async recover() {
      await database.recover();
      const end = Date.now() + patience;
      for (const [index, service] of services.entries())
        if (service.hasEnded) services[index] = await start();
      while (!database.isBack() && Date.now() < end) await setTimeout(20);
      await Promise.all(services.map((service) => untilReady(service, end)));
    },
    async crash(victim, meanwhile) {
      const name = `kill -9: ${victim}`;
      if (!isDatabaseHit(victim)) {
        await gateway.during(name, () => patient.kill(victim));
        await meanwhile();
        return patient.recover();
      }
      return gateway.during(name, async () => {
        await patient.kill(victim);
        await meanwhile();
        await patient.recover();
      });
    },
    async stop() {
      for (const service of services) {
        const exitCode = await service.stop();
        if (exitCode !== 0)
          throw new Error(`a replica exited with ${exitCode}; expected 0:\n${service.output}`);
      }
    },
    async abandon() {
      await Promise.all(services.map((service) => service.kill()));
    },
  };
  return patient;
}

/** @param end Of the wall clock, in milliseconds. */
async function untilReady(service: ServiceProcess, end: number): Promise<void> {
  while (!(await isReady(service.operationsUrl))) {
    if (Date.now() > end || service.hasEnded)
      throw new Error(`a replica did not become ready again:\n${service.output}`);
    await setTimeout(20);
  }
}

async function isReady(operationsUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${operationsUrl}/readyz`)).ok;
  } catch {
    return false;
  }
}
