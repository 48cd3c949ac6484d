import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { audit, lookAt, systemPrograms } from '@cascade/service/bench';
import { type FaultyReceiver, startFaultyReceiver } from '@cascade/test-kit';
import { fakeClock, hasFaketime } from './clock-steps/faked-clock.ts';
import { readCommand } from './command.ts';
import { makeCluster, makeRoot, operator } from './crash/cluster.ts';
import { subjectsFile } from './faults/subjects.ts';
import { startTraffic } from './faults/traffic.ts';
import { type CountingGateway, startGateway } from './gateway-view.ts';
import { report } from './report.ts';

readCommand({
  run: 'npx pnpm --filter @cascade/bench clock-steps',
  says: "Sets the clocks of the service, of its database and of both by two hours under load, forward and back. Six minutes; ends with 1 if a message was sent twice that was not under way at a step. Needs Debian's postgresql and faketime, and is skipped without them. Writes results/clock-steps.json.",
  examples: { '': 'as in the result file' },
});
type Party = 'service' | 'database';
const twoHours = 7_200;
const seconds = { before: 15, after: 25, drain: 200 } as const;
const tick = 200; // milliseconds
/** Programs read the clock that was set at most a second later (FAKETIME_CACHE_DURATION). */
const untilSeen = 1_200; // milliseconds
const say = (line: string) => void process.stderr.write(`${line}\n`);

if (systemPrograms === undefined || !hasFaketime)
  process.stdout.write('skipped: this machine has no postgresql or no faketime\n');
else await run();

async function run(): Promise<void> {
  const steps: object[] = [];
  for (const parties of [['service'], ['database'], ['service', 'database']] as const)
    for (const step of [twoHours, -twoHours]) {
      steps.push({ clockOf: parties.join(' and '), stepSeconds: step, ...(await measure(parties, step)) });
      say(JSON.stringify(steps.at(-1)));
    }
  report('clock-steps', 'npm --prefix bench run clock-steps', {
    says: `5 messages a second to a healthy receiver, and 5 to another that answers 500 from 5 s before the step to 5 s after it; the longest gap between two callbacks to the healthy one in ${seconds.before} s before the step and in ${seconds.after} s after it, in milliseconds; then the seconds until all messages have ended and all events are taken: an event that failed twice is repeated 128 s later (ADR-0018)`,
    steps,
  });
}

async function measure(parties: readonly Party[], step: number): Promise<object> {
  const { root, remove } = await makeRoot();
  const room = await mkdtemp(join(tmpdir(), 'cascade-clock-'));
  await chmod(room, 0o755);
  const clocks = {
    service: await fakeClock(room, 'service', 'threads'),
    database: await fakeClock(room, 'database', 'single'),
  };
  const arrivals: number[] = [];
  const healthy = await startFaultyReceiver({
    slowMilliseconds: 0,
    onTaken: () => void arrivals.push(performance.now()),
  });
  const failing = await startFaultyReceiver({ slowMilliseconds: 0 });
  const accounts = join(room, 'accounts.yaml');
  await writeFile(
    accounts,
    subjectsFile([
      { name: 'healthy', receiver: healthy },
      { name: 'failing', receiver: failing },
    ]),
  );
  // Receipts are signed with the machine's clock, which the service would not accept after a step.
  const gateway = await startGateway({ latencyMs: 100, hasReceipts: false });
  const cluster = await makeCluster(root, 'one', { environment: clocks.database.environment });
  try {
    await cluster.start();
    const databaseUrl = `postgresql://${operator}@127.0.0.1:${cluster.port}/postgres`;
    const service = await gateway.startService({
      args: ['--accounts', accounts],
      environment: { DATABASE_URL: databaseUrl, ...clocks.service.environment },
      logLevel: 'error',
    });
    try {
      const set = () => Promise.all(parties.map((party) => clocks[party].set(step)));
      const gaps = await stepUnderLoad(service.url, { failing, arrivals, gateway, set });
      const rest = await drained(databaseUrl, healthy, failing);
      const judgement = await gateway.judge();
      if (!judgement.isOnce) process.exitCode = 1;
      return { ...gaps, ...rest, gateway: judgement.gateway };
    } finally {
      await service.stop();
    }
  } finally {
    await cluster.stop();
    await gateway.close();
    for (const { close } of [healthy, failing]) await close();
    await rm(room, { recursive: true });
    await remove();
  }
}

interface Load {
  readonly failing: FaultyReceiver;
  /** When callbacks came to the healthy receiver, on the monotonic clock. */
  readonly arrivals: readonly number[];
  readonly gateway: CountingGateway;
  set(): Promise<unknown>;
}

async function stepUnderLoad(url: string, { failing, arrivals, gateway, set }: Load): Promise<object> {
  const rates = new Map([
    ['healthy', 1],
    ['failing', 1],
  ]);
  const traffic = startTraffic(url, rates, tick);
  await setTimeout(5_000);
  const begin = performance.now();
  await setTimeout((seconds.before - 5) * 1_000);
  await failing.become('failing');
  await setTimeout(5_000);
  const stepAt = performance.now();
  await gateway.during('a step', async () => {
    await set();
    await setTimeout(untilSeen);
  });
  await setTimeout(5_000 - untilSeen);
  await failing.become(null);
  await setTimeout((seconds.after - 5) * 1_000);
  const end = performance.now();
  const { refused } = await traffic.stop();
  return {
    longestGapBefore: longestGap(arrivals, begin, stepAt),
    longestGapAfter: longestGap(arrivals, stepAt, end),
    refused,
  };
}

/** Resolves when all messages have ended and all events are delivered, or after the time limit. */
async function drained(databaseUrl: string, ...receivers: readonly FaultyReceiver[]): Promise<object> {
  const begin = performance.now();
  const elapsed = () => Math.round((performance.now() - begin) / 100) / 10;
  for (;;) {
    const { messages, notEnded, notReported } = await lookAt(databaseUrl, audit);
    if (notEnded + notReported === 0 || elapsed() > seconds.drain) {
      const taken = receivers.map((receiver) => receiver.taken.size);
      return { secondsToDrain: elapsed(), messages, notEnded, notReported, taken };
    }
    await setTimeout(250);
  }
}

function longestGap(times: readonly number[], from: number, to: number): number {
  const within = [from, ...times.filter((at) => at > from && at < to), to];
  return Math.round(Math.max(...within.slice(1).map((at, index) => at - (within[index] ?? at))));
}
