import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { startServerBehindProxy } from '@cascade/service/bench';
import { seededRandom } from '@cascade/test-kit';
import { toTimeline } from '@cascade/verifier/bench';
import { drain } from '../harness/audit.ts';
import { atRate } from '../harness/callers.ts';
import { lineChart } from '../harness/charts.ts';
import { inject, ofOthers, ofTheService, type Victims } from '../harness/faults.ts';
import { readFigures } from '../harness/metrics.ts';
import { lagsOf, type Subject } from '../harness/receivers.ts';
import { type Replicas, startReplicas } from '../harness/replicas.ts';
import { number, type Run, scenario, seed, text } from '../harness/scenario.ts';
import { quantile } from '../harness/statistics.ts';
import {
  type Callers,
  createCallers,
  habits,
  judge,
  judgeAnswers,
  type Resident,
  residentAccount,
  startResident,
} from './mixed/residents.ts';

interface Values {
  readonly minutes: number;
  readonly seed: number;
  readonly rate: number;
  readonly name: string;
}

const load = () => loadavg()[0] ?? Number.NaN;
const longestDrain = 480_000; // 8 minutes
/** Messages at once, for each message a second of the load. */
const burst = 5;

/**
 * Every acknowledged message must end, money must be booked once, and every status event must arrive or be counted as
 * undelivered, whatever happens at random.
 */
export default scenario<Values>({
  says: 'Two replicas under mixed load, with faults of processes, database, receivers and callers at random: the books at the end, what a gateway outside got twice, memory and lag over time. Writes results/mixed.json and .svg.',
  minutes: 65,
  options: {
    minutes: number('how long', 60),
    seed: seed('of the faults'),
    rate: number('requests a second, of all accounts together', 50),
    name: text('of the result file', 'mixed'),
  },
  examples: { '': 'an hour', '--minutes 9 --rate 12 --seed 7': 'shorter, and repeatable' },
  async run(run) {
    const { bed, values, report } = run;
    const begin = performance.now();
    const elapsed = () => Math.round((performance.now() - begin) / 1_000);
    const say = (line: string) => run.say(`${elapsed()} s: ${line}`);
    const residents: Resident[] = [];
    for (const name of Object.keys(habits)) residents.push(await startResident(bed, name));
    const accounts = residents.map(residentAccount);
    const server = await startServerBehindProxy({ max_connections: '150' });
    bed.use(server, () => server.remove());
    const gateway = await bed.gateway({ latencyMs: 20 });
    const startOnce = () =>
      bed.service({ accounts, gateway, databaseUrl: server.databaseUrl, hasBackPressure: true });
    // As Kubernetes does: a process that cannot start, because the database does not answer, is started again.
    const replicas = await startReplicas(2, () => startOnce().catch(startOnce).catch(startOnce));
    say(`${values.minutes} minutes, seed ${values.seed}`);
    const callers = createCallers(() => replicas.urls);
    const victims = { server, replicas, gateway };
    const { samples, loads, sent, injured } = await disturb(victims, residents, callers, {
      values,
      say,
      elapsed,
    });
    const session = bed.use(await server.session(), (one) => one.end());
    const { drainSeconds } = await drain([(work) => work(session)], [], {
      ...{ patienceMs: longestDrain, pauseMs: 5_000, say },
    });
    const judgement = await gateway.judge();
    // Late receipts would change what is compared.
    await replicas.stop();
    const { ledger } = callers;
    const verdict = await judge(session, ledger.acknowledged, residents);
    const { finding, ...history } = judgeAnswers(ledger.history);
    if (finding !== undefined) say(`no order explains these answers:\n${toTimeline(finding)}`);
    report(
      {
        says: `two replicas, six accounts, ${values.rate} requests a second (four of five are messages) for ${values.minutes} minutes, with faults at random times from the seed; a message without an answer is sent again with the same id; missing to unknown, undecided and the counts of audit but messages must be 0, so must the unexplained parts of the history; given-up is what the service itself counts as undelivered; gateway: what a gateway outside counted, whose unexplained repeats must be 0; the lag is that from the status change to the healthy receiver; the machine also did other work`,
        loadAverage: { least: Math.min(...loads), most: Math.max(...loads) },
        requests: sent,
        answers: Object.fromEntries([...ledger.answers].sort(([, a], [, b]) => b - a)),
        acknowledged: ledger.acknowledged.size,
        undecided: ledger.undecided,
        ...injured,
        ...verdict,
        history,
        gateway: judgement.gateway,
        drainSeconds,
        stopsAfterSigterm: summaryOf(replicas.stops),
        ...figuresOf(samples),
      },
      { name: values.name, chart: chartOf(samples) },
    );
    const { missing, notEnded, events, audit } = verdict;
    const { doubleMessages, doubleDebits, wrongBooks, notReleased } = audit;
    const wrong = [
      ...[missing, notEnded, events.deliveredToNobody, events.unknown],
      ...[doubleMessages, doubleDebits, wrongBooks, notReleased, history.unexplained],
    ];
    const isStopped = replicas.stops.every(({ exitCode }) => exitCode === 0);
    return wrong.every((one) => one === 0) && isStopped && judgement.isOnce;
  },
});

/** The load, with faults of the service, and at the same time faults of others. */
async function disturb(
  victims: Pick<Victims, 'server' | 'replicas' | 'gateway'>,
  residents: readonly Resident[],
  callers: Callers,
  { values, say, elapsed }: Pick<Run<Values>, 'values' | 'say'> & { elapsed(): number },
) {
  const { replicas } = victims;
  const { minutes, seed: given, rate } = values;
  const random = seededRandom(given);
  const traffic = atRate(rate, async (sent) => {
    const resident = residents[sent % residents.length];
    if (resident !== undefined) await callers.one(resident, random);
  });
  const end = performance.now() + minutes * 60_000;
  // The last minutes have no new faults, so that retries of the callbacks (ADR-0018) come due in time.
  const plan = { until: end - Math.min(4, minutes / 4) * 60_000, say };
  const of = (dice: () => number): Victims => ({
    ...victims,
    subjects: residents.slice(1),
    random: dice,
    burst(subject) {
      const resident = residents.find(({ name }) => name === subject.name);
      const one = () => resident && callers.schedule(resident, dice);
      return Promise.all(Array.from({ length: rate * burst }, one));
    },
  });
  const injured = [
    inject(ofTheService, of(seededRandom(given + 1)), {
      ...plan,
      pauses: [10_000, 40_000],
      lasts: [1_000, 12_000],
    }),
    inject(ofOthers, of(seededRandom(given + 2)), {
      ...plan,
      pauses: [20_000, 70_000],
      lasts: [3_000, 30_000],
    }),
  ];
  const samples: Sample[] = [];
  const loads = [load()];
  while (performance.now() < end) {
    await setTimeout(Math.max(1_000, Math.min(10_000, minutes * 200)));
    const injuries = injured.reduce((sum, { underWay }) => sum + underWay(), 0);
    const acknowledged = callers.ledger.acknowledged.size;
    samples.push(await sampleOf(replicas, residents[0], { seconds: elapsed(), acknowledged, injuries }));
    loads.push(load());
    if (samples.length % 30 === 0) say(JSON.stringify(samples.at(-1)));
  }
  await Promise.all(injured.map(({ ended }) => ended));
  await traffic.stop();
  say('the load has ended');
  return {
    samples,
    loads,
    sent: traffic.sent,
    injured: {
      faults: Object.fromEntries(injured.flatMap(({ times }) => [...times])),
      faultsThatFailed: injured.flatMap(({ failures }) => failures),
    },
  };
}

function figuresOf(samples: readonly Sample[]): object {
  const medians = sorted(samples.map(({ lagP50 }) => lagP50));
  const rss = samples.flatMap(({ rss: [, neverEnded] }) => neverEnded ?? []);
  const tenth = Math.ceil(rss.length / 10);
  return {
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
  };
}

function summaryOf(stops: Replicas['stops']): object {
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

/** The state at one time. */
type Sample = Awaited<ReturnType<typeof sampleOf>>;

/** Takes one sample; `healthy` loses what it had taken. */
async function sampleOf(
  replicas: Replicas,
  healthy: Subject | undefined,
  rest: Readonly<Record<'seconds' | 'acknowledged' | 'injuries', number>>,
) {
  const figures = await Promise.all(
    replicas.all.map(({ operationsUrl }) => readFigures(operationsUrl, 2_000).catch(() => undefined)),
  );
  const lags = lagsOf(healthy?.taken.splice(0) ?? []).toSorted((a, b) => a - b);
  return {
    ...rest,
    /** Of each replica, in MiB; undefined if it did not answer. */
    rss: figures.map((one) => one?.rssMiB),
    /** Of the callbacks that the healthy receiver got since the last sample, in milliseconds; NaN without one. */
    lagP50: quantile(lags, 0.5),
    lagMost: lags.at(-1) ?? Number.NaN,
    /** The larger of what the replicas say, in seconds. */
    workLag: Math.max(0, ...figures.map((one) => one?.lagSeconds || 0)),
  };
}

function chartOf(samples: readonly Sample[]): string {
  return lineChart(
    'seconds',
    samples,
    {
      'Memory of the replica that is killed and started again, MiB': ({ rss }) => rss[0],
      'Memory of the replica that is never ended, MiB': ({ rss }) => rss[1],
      'Median lag to the healthy receiver, milliseconds': ({ lagP50 }) => lagP50,
      'Longest lag to the healthy receiver, milliseconds': ({ lagMost }) => lagMost,
      'Age of the oldest due work, seconds': ({ workLag }) => workLag,
      'Faults under way': ({ injuries }) => injuries,
    },
    ({ seconds }) => seconds,
  );
}
