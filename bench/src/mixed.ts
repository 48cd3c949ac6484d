import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ServerBehindProxy, startServerBehindProxy } from '@cascade/service/bench';
import { seededRandom } from '@cascade/test-kit';
import { readCommand } from './command.ts';
import { startGateway } from './gateway-view.ts';
import { createCallers } from './mixed/caller.ts';
import { inject } from './mixed/inject.ts';
import { ofOthers, ofTheService, type Victims } from './mixed/injuries.ts';
import { type Replicas, type Stop, startReplicas } from './mixed/replicas.ts';
import { chartOf, type Sample, sampleOf } from './mixed/samples.ts';
import { drain, judge } from './mixed/verdict.ts';
import { type Resident, residentsFile, startResidents } from './mixed/world.ts';
import { quantile, report } from './report.ts';

/**
 * Two replicas under mixed load for an hour, with faults injected at random: every acknowledged message must end, money
 * must be booked once, and every status event must arrive or be counted as undelivered.
 */
const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench mixed --',
  says: 'Two replicas under mixed load, with faults of processes, database, receivers and callers at random: the books at the end, what a gateway outside got twice, memory and lag over time. Writes results/mixed.json and .svg.',
  options: {
    minutes: { type: 'string', default: '60', says: 'how long' },
    seed: {
      type: 'string',
      default: String(Date.now() % 1_000_000),
      says: 'of the faults; another each time',
    },
    rate: { type: 'string', default: '50', says: 'requests a second, of all accounts together' },
    name: { type: 'string', default: 'mixed', says: 'of the result file' },
  },
  examples: {
    '': 'an hour',
    '--minutes 9 --rate 12 --seed 7': 'shorter, and repeatable',
  },
});
const [minutes, seed, rate] = [Number(values.minutes), Number(values.seed), Number(values.rate)];
const begin = performance.now();
const elapsed = () => Math.round((performance.now() - begin) / 1_000);
const say = (line: string) => void process.stderr.write(`${elapsed()} s: ${line}\n`);
const load = () => loadavg()[0] ?? Number.NaN;
const tick = 100; // milliseconds
const sampleEvery = Math.max(1_000, Math.min(10_000, minutes * 200));
/** The last minutes have no new faults, so that retries of the callbacks (ADR-0018) come due in time. */
const calmMs = Math.min(4, minutes / 4) * 60_000;
const longestDrain = 480_000; // 8 minutes

const residents = await startResidents();
const folder = await mkdtemp(join(tmpdir(), 'cascade-mixed-'));
const accounts = join(folder, 'accounts.yaml');
await writeFile(accounts, residentsFile(residents));
const server = await startServerBehindProxy({ max_connections: '150' });
const gateway = await startGateway({ latencyMs: 20 });
try {
  const replicas = await startReplicas(2, { accounts, databaseUrl: server.databaseUrl, gateway });
  try {
    await run(server, replicas);
  } finally {
    await replicas.abandon();
  }
} finally {
  await server.remove();
  await gateway.close();
  for (const { receiver } of residents) await receiver.close();
  await rm(folder, { recursive: true });
}

async function run(database: ServerBehindProxy, replicas: Replicas): Promise<void> {
  say(`${minutes} minutes, seed ${seed}`);
  const loads = [load()];
  const callers = createCallers(replicas.urls);
  const traffic = startTraffic((resident, random) => callers.one(resident, random));
  const victims = { server: database, replicas, gateway, residents: residents.slice(1), callers, rate };
  const injected = startInjuries(victims);
  const samples: Sample[] = [];
  const end = performance.now() + minutes * 60_000;
  while (performance.now() < end) {
    await setTimeout(sampleEvery);
    samples.push(await takeSample(replicas, callers.ledger.acknowledged.size, injected));
    loads.push(load());
    if (samples.length % 30 === 0) say(JSON.stringify(samples.at(-1)));
  }
  await Promise.all(injected.map(({ ended }) => ended));
  await traffic.stop();
  say('the load has ended');
  const { ledger } = callers;
  const drainSeconds = await drain(database, { patienceMs: longestDrain, say });
  const judgement = await gateway.judge();
  await replicas.stop();
  const verdict = await judge(database, ledger.acknowledged, residents);
  tell(samples, {
    loadAverage: { least: Math.min(...loads), most: Math.max(...loads) },
    requests: traffic.sent(),
    answers: Object.fromEntries([...ledger.answers].sort(([, a], [, b]) => b - a)),
    acknowledged: ledger.acknowledged.size,
    undecided: ledger.undecided,
    faults: Object.fromEntries(injected.flatMap(({ times }) => [...times])),
    faultsThatFailed: injected.flatMap(({ failures }) => failures),
    ...verdict,
    gateway: judgement.gateway,
    drainSeconds,
    stopsAfterSigterm: summaryOf(replicas.stops),
  });
  await writeFile(fileURLToPath(new URL(`../results/${values.name}.svg`, import.meta.url)), chartOf(samples));
  const { missing, notEnded, events, audit } = verdict;
  const { doubleMessages, doubleDebits, wrongBooks, notReleased } = audit;
  const killed = replicas.stops.filter(({ exitCode }) => exitCode !== 0).length;
  const wrong = [
    killed,
    missing,
    notEnded,
    events.deliveredToNobody,
    events.unknown,
    doubleMessages,
    doubleDebits,
  ];
  const isRight = [...wrong, wrongBooks, notReleased].every((one) => one === 0);
  process.exitCode = isRight && judgement.isOnce ? 0 : 1;
}

/** Requests of the accounts in turn, at an even rate. */
function startTraffic(one: (resident: Resident, random: () => number) => Promise<void>) {
  const random = seededRandom(seed);
  const underWay = new Set<Promise<void>>();
  const started = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    for (const due = ((performance.now() - started) / 1_000) * rate; sent < due; sent += 1) {
      const resident = residents[sent % residents.length];
      if (resident === undefined) return;
      const asked: Promise<void> = one(resident, random).finally(() => underWay.delete(asked));
      underWay.add(asked);
    }
  }, tick);
  return {
    sent: () => sent,
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

/** Faults of the service, and at the same time faults of others. */
function startInjuries(victims: Omit<Victims, 'random'>) {
  const until = begin + minutes * 60_000 - calmMs;
  const plan = { until, say };
  return [
    inject(
      ofTheService,
      { ...victims, random: seededRandom(seed + 1) },
      { ...plan, pauses: [10_000, 40_000], lasts: [1_000, 12_000] },
    ),
    inject(
      ofOthers,
      { ...victims, random: seededRandom(seed + 2) },
      { ...plan, pauses: [20_000, 70_000], lasts: [3_000, 30_000] },
    ),
  ];
}

function takeSample(
  replicas: Replicas,
  acknowledged: number,
  injected: readonly { underWay(): number }[],
): Promise<Sample> {
  const [healthy] = residents;
  if (healthy === undefined) throw new Error('no healthy account');
  const injuries = injected.reduce((sum, { underWay }) => sum + underWay(), 0);
  return sampleOf(replicas, healthy, { seconds: elapsed(), acknowledged, injuries });
}

function tell(samples: readonly Sample[], results: object): void {
  const medians = sorted(samples.map(({ lagP50 }) => lagP50));
  const rss = samples.flatMap(({ rss: [, neverEnded] }) => neverEnded ?? []);
  const tenth = Math.ceil(rss.length / 10);
  report(
    values.name,
    `npx pnpm --filter @cascade/bench mixed -- --minutes ${minutes} --seed ${seed} --rate ${rate}`,
    {
      says: `two replicas, six accounts, ${rate} requests a second (four of five are messages) for ${minutes} minutes, with faults at random times from the seed; a message without an answer is sent again with the same id; missing to unknown, undecided and the counts of audit but messages must be 0, given-up is what the service itself counts as undelivered; gateway: what a gateway outside counted, whose unexplained repeats must be 0; the lag is that from the status change to the healthy receiver; the machine also did other work`,
      ...results,
      healthyLagMilliseconds: {
        p50OfSamples: quantile(medians, 0.5),
        p95OfSamples: quantile(medians, 0.95),
        most: Math.max(...samples.map(({ lagMost }) => lagMost || 0)),
      },
      workLagSeconds: { most: Math.max(...samples.map(({ workLag }) => workLag)) },
      rssMiBOfTheReplicaNeverEnded: {
        medianOfFirstTenth: quantile(sorted(rss.slice(0, tenth)), 0.5),
        medianOfLastTenth: quantile(sorted(rss.slice(-tenth)), 0.5),
        most: Math.max(...rss),
      },
    },
  );
}

function summaryOf(stops: readonly Stop[]): object {
  return {
    count: stops.length,
    notZero: stops.filter(({ exitCode }) => exitCode !== 0).length,
    longestSeconds: Math.max(...stops.map(({ seconds }) => seconds)),
    printedByTheseNotZero: stops.flatMap(({ printed }) => printed ?? []),
  };
}

function sorted(numbers: readonly number[]): readonly number[] {
  return numbers.filter((one) => !Number.isNaN(one)).toSorted((a, b) => a - b);
}
