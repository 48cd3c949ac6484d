import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type ServiceProcess, startServiceProcess } from '@cascade/service/bench';
import { readFigures } from './end-to-end/read-figures.ts';
import type { Received } from './end-to-end/receiver.ts';
import { startStranger } from './hostile/stranger.ts';
import { lineChart } from './line-chart.ts';
import { quantile, report, round } from './report.ts';

/**
 * One account offers twice what the service can do, in an open loop: refusals must show, due work must stay within
 * limits.lagSeconds, and what was accepted must be delivered. The service file does not name the limit.
 */
const { values } = parseArgs({
  // pnpm passes its own -- on.
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: {
    seconds: { type: 'string', default: '60' },
    /** Cascades a second; if absent, twice what a first measurement finds. */
    rate: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const script = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const say = (line: string) => void process.stderr.write(`${line}\n`);
const measuring = { rate: 3_000, seconds: 15 } as const;
const keys = { greedy: 'greedy-key', modest: 'modest-key' } as const;
const boundSeconds = 5; // the default of limits.lagSeconds

/** A second of the run. */
interface Second extends Received {
  readonly accepted: number;
  readonly lag: number;
  readonly rssMiB: number;
}

interface Offered {
  readonly offered: number;
  readonly seconds: number;
  readonly unanswered: number;
  readonly answers: Readonly<Record<string, number>>;
}

const receiver = fork(script('end-to-end/receiver.ts'));
const [callbackUrl] = await once(receiver, 'message');
const folder = await mkdtemp(join(tmpdir(), 'cascade-overload-'));
// The database server makes the folder, because it may run as another user than this process.
const dataFolder = join(tmpdir(), `cascade-overload-${process.pid}`);
const files = { accounts: join(folder, 'accounts.yaml'), config: join(folder, 'service.yaml') };
await writeFile(files.accounts, JSON.stringify({ accounts: [accountOf('greedy'), accountOf('modest')] }));
await writeFile(files.config, JSON.stringify({ gateways: { SMS: { kind: 'simulator' } } }));
const service = await startServiceProcess({
  args: ['--data', dataFolder, '--accounts', files.accounts, '--config', files.config],
  logLevel: 'error',
});
try {
  await run(service);
} finally {
  receiver.removeAllListeners('message').disconnect();
  await service.stop();
  await rm(folder, { recursive: true });
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
}

async function run({ url, operationsUrl }: ServiceProcess): Promise<void> {
  const history: Second[] = [];
  let acceptedBefore = 0;
  receiver.on('message', async (received: Received) => {
    const [{ accepted, rssMiB }, lag] = await Promise.all([
      readFigures(operationsUrl),
      readLag(operationsUrl),
    ]);
    history.push({ ...received, accepted: accepted - acceptedBefore, lag, rssMiB });
    acceptedBefore = accepted;
  });
  const first = await offer(url, measuring.rate, measuring.seconds);
  await drained(history);
  const capacity = rateOf(history);
  const rate = Number(values.rate ?? 2 * capacity);
  say(`${capacity} a second are possible; offering ${rate}`);
  const from = history.length;
  const loadBefore = loadavg()[0];
  const modest = startStranger(url, keys.modest, '+12025550199');
  const offered = await offer(url, rate, seconds);
  const until = history.length;
  const { answers, times } = await modest.stop();
  await drained(history);
  const during = history.slice(from, until);
  const ended = history.reduce((sum, second) => sum + second.ended, 0);
  const accepted = acceptedOf(first) + acceptedOf(offered) + (answers['200'] ?? 0);
  report('overload', `npx pnpm --filter @cascade/bench overload -- --seconds ${seconds}`, {
    says: `one account offers twice what the service did under ${measuring.rate} a second, for ${seconds} s in an open loop, while another sends up to ten a second; the service file does not name limits.lagSeconds, so the bound is ${boundSeconds} s; load, service, store and receiver on the same cores`,
    loadAverage: { before: loadBefore, after: loadavg()[0] },
    measurement: { offeredPerSecond: measuring.rate, ...first },
    capacityPerSecond: capacity,
    greedy: { offeredPerSecond: Math.round(offered.offered / offered.seconds), ...offered },
    modest: { answers, p99Milliseconds: round(quantile(times, 0.99)) },
    acceptedPerSecond: medianOf(during.slice(5).map((second) => second.accepted)),
    endedPerSecond: medianOf(during.slice(5).map((second) => second.ended)),
    workLagSeconds: {
      bound: boundSeconds,
      median: medianOf(during.map(({ lag }) => lag)),
      most: round(Math.max(...during.map(({ lag }) => lag))),
    },
    lagMilliseconds: {
      says: 'of accepted messages, from sending to the last callback',
      p50: medianOf(during.slice(5).map(({ lagP50 }) => lagP50)),
      highestP99: Math.max(...during.map(({ lagP99 }) => lagP99 || 0)),
    },
    accepted,
    delivered: ended,
    rssMiB: { first: history[5]?.rssMiB, most: Math.max(...history.map(({ rssMiB }) => rssMiB)) },
  });
  await writeFile(script('../results/overload.svg'), chartOf(history));
  const isRefusing = (offered.answers['503'] ?? 0) + (offered.answers['429'] ?? 0) > 0;
  process.exitCode = isRefusing && ended === accepted ? 0 : 1;
}

async function offer(url: string, rate: number, duration: number): Promise<Offered> {
  const child: ChildProcess = fork(script('overload/offer.ts'), [
    url,
    String(rate),
    String(duration),
    keys.greedy,
  ]);
  const [message] = await once(child, 'message');
  say(JSON.stringify(message));
  return message as Offered;
}

/** Resolves when no callback has arrived for three seconds. */
async function drained(history: readonly Second[]): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    await once(receiver, 'message');
    quiet = (history.at(-1)?.callbacks ?? 0) === 0 ? quiet + 1 : 0;
  }
}

async function readLag(operationsUrl: string): Promise<number> {
  const text = await (await fetch(`${operationsUrl}/metrics`)).text();
  return Number(/^cascade_work_lag_seconds (\S+)$/m.exec(text)?.[1]);
}

/** Cascades a second, in the best ten seconds in a row: after them come repeats that are due minutes later. */
function rateOf(history: readonly Second[]): number {
  const sums = history.map((_, at) => history.slice(at, at + 10).reduce((sum, { ended }) => sum + ended, 0));
  return Math.round(Math.max(...sums) / 10);
}

function acceptedOf({ answers }: Offered): number {
  return answers['200'] ?? 0;
}

function medianOf(numbers: readonly number[]): number {
  return round(
    quantile(
      numbers.filter((one) => !Number.isNaN(one)).toSorted((a, b) => a - b),
      0.5,
    ),
  );
}

function chartOf(history: readonly Second[]): string {
  const points = (of: (second: Second) => number) => history.map((second, x) => ({ x, y: of(second) || 0 }));
  return lineChart('seconds; first the measurement of the capacity, then twice as much', [
    { title: 'Messages accepted per second', points: points(({ accepted }) => accepted) },
    { title: 'Cascades ended per second', points: points(({ ended }) => ended) },
    { title: 'Age of the oldest due work, seconds', points: points(({ lag }) => lag) },
    {
      title: 'Median lag from sending to the last callback, milliseconds',
      points: points(({ lagP50 }) => lagP50),
    },
    { title: 'Memory of the service, MiB', points: points(({ rssMiB }) => rssMiB) },
  ]);
}

function accountOf(name: keyof typeof keys) {
  const stageOf = (last: number) => ({
    uuid: `00000000-0000-4000-8000-0000000000${name === 'greedy' ? 1 : 2}${last}`,
    channel: 'SMS',
    subject: { id: 1, subject: 'codes' },
  });
  return {
    name,
    keys: [{ key: keys[name] }],
    balance: 1_000_000_000_000,
    prices: { SMS: 5 },
    cascades: [1, 2002].map((id, at) => ({ id, name: 'codes', stages: [stageOf(at)] })),
    callback: { url: callbackUrl },
  };
}
