import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { readCommand } from './command.ts';
import { gatewayKindOf } from './gateway-view.ts';
import { startStranger } from './hostile/stranger.ts';
import { lineChart } from './line-chart.ts';
import { bestRate, keys, readLag, startWorld, type World } from './overload/world.ts';
import { processorSeconds, treeSeconds } from './processor-time.ts';
import { quantile, report, round } from './report.ts';
import type { Received } from './report-receiver.ts';
import { median, significant } from './statistics.ts';

/** No cliff: what becomes of 0.5 to 3 times what the service can do, offered in an open loop. */
const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench overload-curve --',
  says: 'Offers 0.5 to 3 times what saturates the service, step by step, while a second account sends ten messages a second: throughput, answers and lag of each. Six minutes; writes results/overload-curve.json and .svg. Ends with 1 if a message was sent twice.',
  options: {
    seconds: { type: 'string', default: '45', says: 'of each step' },
    factors: { type: 'string', default: '0.5,0.8,1,1.5,2,3', says: 'what is offered, of what saturates' },
    rate: { type: 'string', says: 'what saturates, in cascades a second; measured first if absent' },
    gateway: {
      type: 'string',
      default: 'http',
      says: "http, smpp, or simulator: the service's own, which costs less, and counts nothing",
    },
  },
  examples: { '': 'as in the result file', '--seconds 5 --factors 0.5,2': 'a smoke test' },
});
const seconds = Number(values.seconds);
const factors = values.factors.split(',').map(Number);
const measuring = { rate: 3_000, seconds: 15 } as const;
const say = (line: string) => void process.stderr.write(`${line}\n`);

const world = await startWorld(gatewayKindOf(values.gateway));
try {
  await measure(world);
} finally {
  await world.close();
}

async function measure(all: World): Promise<void> {
  const loadBefore = loadavg()[0];
  const saturation = Number(values.rate ?? (await measureSaturation(all)));
  say(`${saturation} cascades a second saturate it`);
  const steps = [];
  for (const factor of factors) {
    const step = await takeStep(all, factor, Math.round(saturation * factor));
    say(JSON.stringify(step));
    steps.push(step);
  }
  const judgement = await all.gateway.judge();
  const best = Math.max(...steps.map(({ endedPerSecond }) => endedPerSecond));
  const beyond = steps.filter(({ factor }) => factor >= 1).map(({ endedPerSecond }) => endedPerSecond / best);
  report('overload-curve', `npx pnpm --filter @cascade/bench overload-curve -- --seconds ${seconds}`, {
    says: `one account offers a multiple of what saturates the service, ${seconds} s each in an open loop, while another sends up to ten a second; the service file names no limit. endedPerSecond is the median of the seconds of a step without its first three; coresBusy tells who used the processor, in cores; load, service, store and receivers on the same cores`,
    loadAverage: { before: loadBefore, after: loadavg()[0] },
    saturationPerSecond: saturation,
    leastOfTheBest: significant(Math.min(...beyond)),
    gateway: judgement.gateway,
    steps,
  });
  process.exitCode = judgement.isOnce ? 0 : 1;
  await writeFile(new URL('../results/overload-curve.svg', import.meta.url), chartOf(steps));
}

async function measureSaturation({ receivers, offer, drained }: World): Promise<number> {
  const history = record(receivers.greedy.process);
  await offer(measuring.rate, measuring.seconds);
  await drained();
  return bestRate(history.stop());
}

/** A step of the curve. */
type Step = Awaited<ReturnType<typeof takeStep>>;

async function takeStep({ service, receivers, offer, drained }: World, factor: number, rate: number) {
  const [greedy, modest] = [record(receivers.greedy.process), record(receivers.modest.process)];
  const lags: number[] = [];
  const sampling = setInterval(
    () =>
      void readLag(service.operationsUrl).then(
        (lag) => lags.push(lag),
        () => {},
      ),
    1_000,
  );
  const steady = startStranger(service.url, keys.modest, '+12025550199');
  const cores = watchCores({ service, receivers });
  const offered = await offer(rate, seconds);
  const coresBusy = cores.stop(offered.processorSeconds);
  const [during, ofSteady] = [greedy.soFar().slice(3, seconds), modest.soFar().slice(3, seconds)];
  const { answers, times } = await steady.stop();
  clearInterval(sampling);
  await drained();
  greedy.stop();
  modest.stop();
  return {
    factor,
    offeredPerSecond: Math.round(offered.offered / offered.seconds),
    answers: offered.answers,
    unanswered: offered.unanswered,
    endedPerSecond: median(during.map(({ ended }) => ended)),
    lagMilliseconds: lagOf(during),
    workLagSeconds: round(Math.max(...lags)),
    coresBusy,
    steadyAccount: {
      answers,
      p99Milliseconds: round(quantile(times, 0.99)),
      endedPerSecond: median(ofSteady.map(({ ended }) => ended)),
      lagMilliseconds: lagOf(ofSteady),
    },
  };
}

/** How many cores were busy from now on: `ofLoad` are the seconds of the process that offered. */
function watchCores({ service: { pid }, receivers }: Pick<World, 'service' | 'receivers'>) {
  const read = () => {
    const node = processorSeconds(pid);
    const ofReceivers = Object.values(receivers).map((receiver) => processorSeconds(receiver.pid));
    return {
      at: performance.now() / 1_000,
      node,
      postgres: treeSeconds(pid) - node,
      receivers: ofReceivers.reduce((sum, seconds) => sum + seconds, 0),
    };
  };
  const before = read();
  return {
    stop(ofLoad: number) {
      const after = read();
      const share = (seconds: number) => round(seconds / (after.at - before.at));
      return {
        node: share(after.node - before.node),
        postgres: share(after.postgres - before.postgres),
        loadAndReceivers: share(ofLoad + after.receivers - before.receivers),
      };
    },
  };
}

/** From sending to the last callback: the median of the medians of the seconds, and the worst of their 99ths. */
function lagOf(history: readonly Received[]) {
  const known = history.filter(({ ended }) => ended > 0);
  return {
    p50: median(known.map(({ lagP50 }) => lagP50)),
    worstP99: known.length === 0 ? null : Math.max(...known.map(({ lagP99 }) => lagP99)),
  };
}

/** Keeps what a receiver sends from now on. */
function record(receiver: NodeJS.EventEmitter) {
  const history: Received[] = [];
  const note = (got: Received) => void history.push(got);
  receiver.on('message', note);
  return {
    soFar: (): readonly Received[] => [...history],
    stop() {
      receiver.off('message', note);
      return history;
    },
  };
}

function chartOf(steps: readonly Step[]): string {
  const points = (of: (step: Step) => number | null) =>
    steps.map((step) => ({ x: step.offeredPerSecond, y: of(step) || 0 }));
  const refused = ({ answers }: Step) => ((answers['429'] ?? 0) + (answers['503'] ?? 0)) / seconds;
  return lineChart('cascades offered per second', [
    { title: 'Cascades ended per second', points: points(({ endedPerSecond }) => endedPerSecond) },
    { title: 'Requests refused per second, 429 and 503', points: points(refused) },
    {
      title: 'Lag from sending to the last callback, median, milliseconds',
      points: points(({ lagMilliseconds }) => lagMilliseconds.p50),
    },
    {
      title: 'The same of the steady account',
      points: points(({ steadyAccount }) => steadyAccount.lagMilliseconds.p50),
    },
    {
      title: 'Cascades of the steady account ended per second',
      points: points(({ steadyAccount }) => steadyAccount.endedPerSecond),
    },
  ]);
}
