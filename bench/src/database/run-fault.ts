import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ServerBehindProxy, type ServiceProcess, startServerBehindProxy } from '@cascade/service/bench';
import { accountsFile } from '../accounts-file.ts';
import { type CountingReceiver, startReceiver } from '../crash/receiver.ts';
import { type CountingGateway, startGateway } from '../gateway-view.ts';
import type { DatabaseFault } from './faults.ts';
import { findLosses } from './find-losses.ts';
import { type Call, startLoad } from './load.ts';
import { watchReadiness } from './probe.ts';

const names = ['first', 'second', 'third'];
const callersEach = 4;
/** Milliseconds. */
const times = { before: 4_000, fault: 20_000, after: 5_000, unanswered: 100_000 } as const;

interface Bed {
  readonly server: ServerBehindProxy;
  readonly service: ServiceProcess;
  readonly receiver: CountingReceiver;
  readonly gateway: CountingGateway;
}

/** Runs a service under load through one fault of 20 seconds. */
export function runFault(fault: DatabaseFault, program: string | undefined): Promise<object> {
  return inBed(program, async ({ server, service, receiver, gateway }) => {
    const load = startLoad(service.url, names, callersEach);
    const readiness = watchReadiness(service.operationsUrl);
    await setTimeout(times.before);
    const faultyAt = performance.now();
    // Until a while after its end: what waited then goes on or fails.
    const repairedAt = await gateway.during('the fault', async () => {
      const end = await fault(server);
      await setTimeout(times.fault);
      await end();
      const now = performance.now();
      await setTimeout(times.after);
      return now;
    });
    await load.stop(times.unanswered - times.fault - times.after);
    await readiness.stop();
    const losses = await findLosses(server, receiver, load.calls);
    const judgement = await gateway.judge();
    if (!judgement.isOnce) process.exitCode = 1;
    const beganAt = performance.now();
    const exitCode = await service.stop();
    return {
      ...summaryOf(load.calls, faultyAt, repairedAt),
      notReadyAfterSeconds: readiness.notReadyAfter(faultyAt) ?? 'never',
      ...losses,
      gateway: judgement.gateway,
      sigterm: { exitCode, seconds: seconds(performance.now() - beganAt) },
    };
  });
}

/** All connections fall silent, new ones too, and the service is told to stop. */
export function runSigterm(program: string | undefined): Promise<object> {
  return inBed(program, async ({ server, service }) => {
    const load = startLoad(service.url, names, callersEach);
    await setTimeout(times.before);
    server.proxy.silenceAll();
    await setTimeout(1_000);
    const beganAt = performance.now();
    const exitCode = await service.stop();
    const took = seconds(performance.now() - beganAt);
    await load.stop(0);
    return { exitCode: exitCode ?? 'killed after 20 s', seconds: took };
  });
}

async function inBed(program: string | undefined, work: (bed: Bed) => Promise<object>): Promise<object> {
  const receiver = await startReceiver();
  const folder = await mkdtemp(join(tmpdir(), 'cascade-database-'));
  const accounts = join(folder, 'accounts.yaml');
  await writeFile(
    accounts,
    accountsFile(names.map((name) => ({ name, url: receiver.url, cascades: { 1: ['SMS'] } }))),
  );
  const server = await startServerBehindProxy();
  const gateway = await startGateway();
  try {
    const service = await gateway.startService({
      args: ['--accounts', accounts],
      environment: { DATABASE_URL: server.databaseUrl },
      logLevel: 'warn',
      program,
    });
    try {
      return await work({ server, service, receiver, gateway });
    } finally {
      await service.kill();
      await writeFile(join(tmpdir(), 'cascade-database-faults.log'), service.output);
    }
  } finally {
    await server.remove();
    await gateway.close();
    await receiver.close();
    await rm(folder, { recursive: true });
  }
}

/** What callers noticed, of the account that a fault may be about, and of the others. */
function summaryOf(calls: readonly Call[], faultyAt: number, repairedAt: number): object {
  const first = calls.filter(({ key }) => key === 'first');
  const others = calls.filter(({ key }) => key !== 'first');
  const of = (some: readonly Call[]) => {
    const during = some.filter(({ end }) => end > faultyAt);
    const accepted = during.filter(({ status }) => status === 200).sort((a, b) => a.end - b.end);
    // Of a request that was sent under the fault: an answer that was on its way says nothing.
    const next = accepted.find(({ begin }) => begin > faultyAt);
    const afterRepair = accepted.find(({ end }) => end > repairedAt);
    return {
      answers: countBy(during.map(({ status, problem }) => problem ?? String(status ?? 'none'))),
      longestWaitSeconds: seconds(Math.max(0, ...during.map(({ begin, end }) => end - begin))),
      acceptsAgainAfterSeconds: next === undefined ? 'never' : seconds(next.end - faultyAt),
      longestGapSeconds: longestGap(accepted, faultyAt, repairedAt),
      afterRepairSeconds: afterRepair === undefined ? 'never' : seconds(afterRepair.end - repairedAt),
    };
  };
  return { first: of(first), others: of(others) };
}

/** The longest time without an accepted request, from the fault to its end. */
function longestGap(accepted: readonly Call[], faultyAt: number, repairedAt: number): number {
  const ends = [faultyAt, ...accepted.map(({ end }) => end).filter((end) => end < repairedAt), repairedAt];
  return seconds(Math.max(...ends.slice(1).map((end, at) => end - (ends[at] ?? end))));
}

function countBy(names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 10) / 100;
}
