import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { readCommand } from './command.ts';
import { readFigures } from './end-to-end/read-figures.ts';
import { gatewayKindOf } from './gateway-view.ts';
import { startStranger } from './hostile/stranger.ts';
import { lineChart } from './line-chart.ts';
import {
  bestRate,
  boundSeconds,
  keys,
  type Offered,
  readLag,
  startWorld,
  type World,
} from './overload/world.ts';
import { quantile, report, round } from './report.ts';
import type { Received } from './report-receiver.ts';

/**
 * One account offers twice what the service can do, in an open loop: refusals must show, due work must stay within
 * limits.lagSeconds, and what was accepted must be delivered. The service file does not name the limit.
 */
const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench overload --',
  says: 'Offers twice what the service can do, in an open loop: refusals, lag, and what becomes of the accepted. Three minutes; writes results/overload.json and .svg. Ends with 1 if nothing was refused, not all accepted messages were delivered, or one was sent twice.',
  options: {
    seconds: { type: 'string', default: '60', says: 'of the overload' },
    rate: { type: 'string', says: 'cascades a second; twice what a first measurement finds if absent' },
    gateway: {
      type: 'string',
      default: 'http',
      says: "http, smpp, or simulator: the service's own, which costs less, and counts nothing",
    },
  },
  examples: { '': 'as in the result file', '--seconds 10': 'shorter' },
});
const seconds = Number(values.seconds);
const say = (line: string) => void process.stderr.write(`${line}\n`);
const measuring = { rate: 3_000, seconds: 15 } as const;

/** A second of the run. */
interface Second extends Received {
  readonly accepted: number;
  readonly lag: number;
  readonly rssMiB: number;
}

const world = await startWorld(gatewayKindOf(values.gateway));
try {
  await run(world);
} finally {
  await world.close();
}

async function run({ service, gateway, receivers, offer, drained }: World): Promise<void> {
  const { url, operationsUrl } = service;
  const history: Second[] = [];
  let acceptedBefore = 0;
  const modestSeconds: Received[] = [];
  receivers.modest.process.on('message', (received: Received) => void modestSeconds.push(received));
  receivers.greedy.process.on('message', async (received: Received) => {
    const [{ accepted, rssMiB }, lag] = await Promise.all([
      readFigures(operationsUrl),
      readLag(operationsUrl),
    ]);
    history.push({ ...received, accepted: accepted - acceptedBefore, lag, rssMiB });
    acceptedBefore = accepted;
  });
  const first = await offer(measuring.rate, measuring.seconds);
  await drained();
  const capacity = bestRate(history);
  const rate = Number(values.rate ?? 2 * capacity);
  say(`${capacity} a second are possible; offering ${rate}`);
  const from = history.length;
  const loadBefore = loadavg()[0];
  const modest = startStranger(url, keys.modest, '+12025550199');
  const offered = await offer(rate, seconds);
  const until = history.length;
  const { answers, times } = await modest.stop();
  await drained();
  const during = history.slice(from, until);
  const ended = [...history, ...modestSeconds].reduce((sum, second) => sum + second.ended, 0);
  const judgement = await gateway.judge();
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
    gateway: judgement.gateway,
    rssMiB: { first: history[5]?.rssMiB, most: Math.max(...history.map(({ rssMiB }) => rssMiB)) },
  });
  await writeFile(new URL('../results/overload.svg', import.meta.url), chartOf(history));
  const isRefusing = (offered.answers['503'] ?? 0) + (offered.answers['429'] ?? 0) > 0;
  process.exitCode = isRefusing && ended === accepted && judgement.isOnce ? 0 : 1;
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
