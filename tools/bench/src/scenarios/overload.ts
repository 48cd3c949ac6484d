import type { Bed } from '../harness/bed.ts';
import { startTraffic } from '../harness/callers.ts';
import type { Offered } from '../harness/children/offer.ts';
import type { IntervalReport } from '../harness/children/report-receiver.ts';
import { forkModule } from '../harness/fork.ts';
import { type GatewayKind, gatewayKinds } from '../harness/gateway.ts';
import { processorSeconds, treeSeconds } from '../harness/processes.ts';
import { startReporter, untilQuiet, watchSeconds } from '../harness/receivers.ts';
import { choice, list, number, numberOf, scenario } from '../harness/scenario.ts';
import { latency, median, round, significant, sum } from '../harness/statistics.ts';

/** The accounts: one offers more than the service can do, the other sends ten messages a second. */
const keys = { greedy: 'greedy-key', modest: 'modest-key' } as const;

/**
 * No cliff: what becomes of 0.5 to 3 times what the service can do, offered in an open loop. Refusals must
 * show, and what was accepted must be delivered. The service file does not name limits.lagSeconds.
 */
export default scenario({
  says: 'Offers 0.5 to 3 times what saturates the service, step by step, while a second account sends ten messages a second: throughput, answers and lag of each. Writes results/overload.json. Ends with 1 if nothing was refused at twice as much or more, not all accepted messages were delivered, or one was sent twice.',
  minutes: 6,
  isFigure: true,
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
    const world = await startWorld(bed, kind);
    const measured = rate === undefined ? await measureCapacity(world) : { capacity: rate, accepted: 0 };
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
    report({
      says: `one account offers a multiple of what saturates the service, ${seconds} s each in an open loop, while another sends ten a second; the service file names no limit. endedPerSecond is the median of the seconds of a step without its first three; coresBusy tells who used the processor, in cores; load, service, store and receivers on the same cores`,
      saturationPerSecond: saturation,
      leastOfTheBest: significant(Math.min(...beyond)),
      accepted,
      delivered,
      gateway,
      steps,
    });
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

/** Offered to find out what saturates the service. */
const measuring = { rate: 3_000, seconds: 25 } as const;

/**
 * The service with both accounts and a receiver for each, which reports every second; its service file names
 * no limit.
 */
async function startWorld(bed: Bed, kind: GatewayKind) {
  // As the simulator answers, so that only the way there is added.
  const gateway = await bed.gateway({ kind, hasReceipts: false });
  const receivers = { greedy: await startReporter(bed), modest: await startReporter(bed) };
  const accounts = (['greedy', 'modest'] as const).map((name) => ({
    name: keys[name],
    url: receivers[name].message,
    cascades: { 1: ['SMS'], 2002: ['SMS'] },
  }));
  const service = await bed.service({ accounts, gateway, hasBackPressure: true });
  const history = watchSeconds(receivers.greedy, service.operationsUrl);
  const ofModest: IntervalReport[] = [];
  receivers.modest.process.on('message', (got: IntervalReport) => ofModest.push(got));

  /** Requests of the greedy account at a rate, in an open loop. */
  async function offer(rate: number, seconds: number): Promise<Offered> {
    const args = [service.url, String(rate), String(seconds), keys.greedy];
    const program = new URL('../harness/children/offer.ts', import.meta.url);
    return (await forkModule<Offered>(program, args)).message;
  }

  return {
    gateway,
    service,
    receivers,
    offer,
    /** Since the start. */
    history,
    ofModest,
    drained: () => untilQuiet(Object.values(receivers), 3),
  };
}

type World = Awaited<ReturnType<typeof startWorld>>;

/** What saturates the service, in cascades a second: the best ten seconds in a row while more is offered. */
async function measureCapacity({ history, offer, drained }: World) {
  const from = history.length;
  const { answers } = await offer(measuring.rate, measuring.seconds);
  const during = history.slice(from);
  const sums = during.map((_, at) => sum(during.slice(at, at + 10).map(({ ended }) => ended)));
  await drained();
  return { accepted: answers['200'] ?? 0, capacity: Math.round(Math.max(...sums) / 10) };
}

/** A step of the curve. */
export type Step = Awaited<ReturnType<typeof takeStep>>;

/** Offers a multiple of what saturates, beside the steady account, until all is over; what came meanwhile. */
async function takeStep(
  world: World,
  factor: number,
  { rate, seconds }: Readonly<Record<'rate' | 'seconds', number>>,
) {
  const { service, receivers, history, ofModest, offer, drained } = world;
  const used = () => {
    const node = processorSeconds(service.pid);
    const ofReceivers = sum(Object.values(receivers).map(({ pid }) => processorSeconds(pid)));
    return { at: performance.now() / 1_000, node, all: treeSeconds(service.pid), ofReceivers };
  };
  const from = history.length;
  const fromModest = ofModest.length;
  const before = used();
  const traffic = startTraffic(service.url, [{ key: keys.modest, perSecond: 10 }]);
  const offered = await offer(rate, seconds);
  const after = used();
  const all = history.slice(from);
  const ofSteady = ofModest.slice(fromModest);
  const steady = await traffic.stop();
  await drained();
  const took = after.at - before.at;
  const cores = (of: (what: typeof before) => number) => (of(after) - of(before)) / took;
  const during = all.slice(3, seconds);
  return {
    factor,
    offeredPerSecond: Math.round(offered.offered / offered.seconds),
    answers: offered.answers,
    unanswered: offered.unanswered,
    endedPerSecond: median(during.map(({ ended }) => ended)),
    lagMilliseconds: lagOf(during),
    workLagSeconds: round(Math.max(...all.map(({ lag }) => lag || 0))),
    rssMiB: Math.max(...all.map(({ rssMiB }) => rssMiB || 0)),
    coresBusy: {
      node: round(cores(({ node }) => node)),
      postgres: round(cores(({ all, node }) => all - node)),
      loadAndReceivers: round(cores(({ ofReceivers }) => ofReceivers) + offered.processorSeconds / took),
    },
    steadyAccount: {
      answers: steady.byStatus,
      p99Milliseconds: latency(steady.answers.map(({ took }) => took)).p99Milliseconds,
      endedPerSecond: median(ofSteady.slice(3, seconds).map(({ ended }) => ended)),
      lagMilliseconds: lagOf(ofSteady.slice(3, seconds)),
    },
  };
}

/**
 * From sending to the last callback: the median of the medians of the seconds, and the worst of their 99ths.
 */
function lagOf(history: readonly IntervalReport[]) {
  const known = history.filter(({ ended }) => ended > 0);
  return {
    p50: median(known.map(({ lagP50 }) => lagP50)),
    worstP99: known.length === 0 ? null : Math.max(...known.map(({ lagP99 }) => lagP99)),
  };
}
