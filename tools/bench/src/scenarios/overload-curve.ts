import { lineChart } from '../harness/charts.ts';
import type { Received } from '../harness/children/report-receiver.ts';
import { gatewayKinds } from '../harness/gateway.ts';
import { type OverloadWorld, startOverloadWorld } from '../harness/overload.ts';
import { choice, list, number, numberOf, scenario } from '../harness/scenario.ts';
import { median, round, significant, sum } from '../harness/statistics.ts';

/**
 * No cliff: what becomes of 0.5 to 3 times what the service can do, offered in an open loop. Refusals must show, and what was accepted
 * must be delivered. The service file does not name limits.lagSeconds.
 */
export default scenario({
  says: 'Offers 0.5 to 3 times what saturates the service, step by step, while a second account sends ten messages a second: throughput, answers and lag of each. Writes results/overload-curve.json and .svg. Ends with 1 if nothing was refused at twice as much or more, not all accepted messages were delivered, or one was sent twice.',
  minutes: 6,
  options: {
    seconds: number('of each step', 45),
    factors: list('what is offered, of what saturates', '0.5,0.8,1,1.5,2,3', numberOf),
    rate: number('what saturates, in cascades a second; measured first if absent'),
    gateway: choice('how it is reached; the simulator costs less, and counts nothing', gatewayKinds, 'http'),
  },
  examples: {
    '': 'as in the result file',
    '--seconds 60 --factors 2': 'twice what it can do, for a minute',
    '--seconds 5 --factors 0.5,2': 'a smoke test',
  },
  async run({ bed, values: { seconds, factors, rate, gateway: kind }, say, report }) {
    const world = await startOverloadWorld(bed, kind);
    const measured = rate === undefined ? await world.measureCapacity() : { capacity: rate, accepted: 0 };
    const { capacity: saturation } = measured;
    say(`${saturation} cascades a second saturate it`);
    const steps = [];
    for (const factor of factors) {
      const step = await takeStep(world, factor, { rate: Math.round(saturation * factor), seconds });
      say(JSON.stringify(step));
      steps.push(step);
    }
    const gateway = await world.gateway.judge();
    const accepted = measured.accepted + sum(steps.map((step) => acceptedOf(step)));
    const delivered = sum([...world.history, ...world.ofModest].map(({ ended }) => ended));
    const best = Math.max(...steps.map(({ endedPerSecond }) => endedPerSecond));
    const beyond = steps.filter(({ factor }) => factor >= 1).map((step) => step.endedPerSecond / best);
    report(
      {
        says: `one account offers a multiple of what saturates the service, ${seconds} s each in an open loop, while another sends ten a second; the service file names no limit. endedPerSecond is the median of the seconds of a step without its first three; coresBusy tells who used the processor, in cores; load, service, store and receivers on the same cores`,
        saturationPerSecond: saturation,
        leastOfTheBest: significant(Math.min(...beyond)),
        ...{ accepted, delivered },
        gateway,
        steps,
      },
      { chart: chartOf(steps, seconds) },
    );
    const isRefusing = steps.every((step) => step.factor < 2 || refusedOf(step) > 0);
    return isRefusing && delivered === accepted;
  },
});

function acceptedOf({ answers, steadyAccount }: Step): number {
  return (answers['200'] ?? 0) + (steadyAccount.answers['200'] ?? 0);
}

function refusedOf({ answers }: Step): number {
  return (answers['429'] ?? 0) + (answers['503'] ?? 0);
}

/** A step of the curve. */
type Step = Awaited<ReturnType<typeof takeStep>>;

async function takeStep(
  { overload }: OverloadWorld,
  factor: number,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
) {
  const { offered, coresBusy, steady, ...all } = await overload(rate, seconds);
  const [during, ofSteady] = [all.during.slice(3, seconds), steady.during.slice(3, seconds)];
  return {
    factor,
    offeredPerSecond: Math.round(offered.offered / offered.seconds),
    answers: offered.answers,
    unanswered: offered.unanswered,
    endedPerSecond: median(during.map(({ ended }) => ended)),
    lagMilliseconds: lagOf(during),
    workLagSeconds: round(Math.max(...all.during.map(({ lag }) => lag || 0))),
    rssMiB: Math.max(...all.during.map(({ rssMiB }) => rssMiB || 0)),
    coresBusy,
    steadyAccount: {
      answers: steady.answers,
      p99Milliseconds: steady.p99Milliseconds,
      endedPerSecond: median(ofSteady.map(({ ended }) => ended)),
      lagMilliseconds: lagOf(ofSteady),
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

function chartOf(steps: readonly Step[], seconds: number): string {
  return lineChart(
    'cascades offered per second',
    steps,
    {
      'Cascades ended per second': ({ endedPerSecond }) => endedPerSecond,
      'Requests refused per second, 429 and 503': (step) => refusedOf(step) / seconds,
      'Lag from sending to the last callback, median, milliseconds': ({ lagMilliseconds }) =>
        lagMilliseconds.p50,
      'The same of the steady account': ({ steadyAccount }) => steadyAccount.lagMilliseconds.p50,
      'Cascades of the steady account ended per second': ({ steadyAccount }) => steadyAccount.endedPerSecond,
    },
    ({ offeredPerSecond }) => offeredPerSecond,
  );
}
