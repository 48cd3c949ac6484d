import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { seededRandom } from '@cascade/repository/test-kit';
import { toTimeline } from '@cascade/verifier/bench';
import { drain, type Look, lookBeside } from '../harness/audit.ts';
import type { Bed } from '../harness/bed.ts';
import { atRate, countBy } from '../harness/callers.ts';
import { lineChart } from '../harness/charts.ts';
import {
  type Injuries,
  inject,
  ofOthers,
  ofReplicas,
  ofThePrimary,
  ofTheProxy,
  type Victims,
} from '../harness/faults.ts';
import { readFigures } from '../harness/metrics.ts';
import { lacksPostgres } from '../harness/postgres.ts';
import { lagsOf, type Subject } from '../harness/receivers.ts';
import { type Replicas, startReplicas } from '../harness/replicas.ts';
import { flag, number, type Run, scenario, seed, text, type ValuesOf } from '../harness/scenario.ts';
import { quantile, sum, tenths } from '../harness/statistics.ts';
import { modes, streaming } from '../harness/streaming.ts';
import {
  createCallers,
  judgeAnswers,
  judgeResidents,
  type Resident,
  type ResidentCallers,
  residentAccount,
  residentAccounts,
  startResidents,
} from './mixed/residents.ts';

const load = () => loadavg()[0] ?? Number.NaN;
const longestDrain = 480_000; // 8 minutes
/** Messages at once, for each message a second of the load. */
const burst = 5;
/**
 * Requests without an answer; beyond that the load waits, as a machine with other work may be slower than its
 * rate.
 */
const mostUnderWay = 2_000;

const options = {
  minutes: number('how long', 60),
  seed: seed('of the faults'),
  rate: number('requests a second, of all accounts together', 50),
  repeats: number('how often a message is sent at once with one id, at most', 1),
  pause: number('seconds between two faults of the service, on average; they last longer, too', 25),
  standbys: flag(
    "three of Debian's PostgreSQL, of which one is lost and another promoted, instead of one behind a proxy",
  ),
  name: text('of the result file', 'mixed'),
};
type Values = ValuesOf<typeof options>;

/**
 * Every acknowledged message must end, money must be booked once, and every status event must arrive or be
 * counted as undelivered, whatever happens at random.
 */
export default scenario({
  says: 'Two replicas under mixed load, with faults of processes, database, receivers and callers at random: the books at the end, what a gateway outside got twice, memory and lag over time. Writes results/mixed.json and .svg.',
  minutes: 65,
  options,
  examples: {
    '': 'an hour',
    '--minutes 9 --rate 12 --seed 7': 'shorter, and repeatable',
    '--standbys --minutes 50 --rate 60 --repeats 20 --pause 2': 'promotions, and each message many times',
  },
  async run(run) {
    const { bed, values, report } = run;
    const begin = performance.now();
    const elapsed = () => Math.round((performance.now() - begin) / 1_000);
    const say = (line: string) => run.say(`${elapsed()} s: ${line}`);
    const residents = await startResidents(bed);
    const most = (values.rate * 60 * values.minutes) / 3;
    const accounts = residents.flatMap((one) => residentAccounts(one, most));
    const store = await (values.standbys ? startStandbys(bed) : startBehindProxy(bed));
    const gateway = await bed.gateway({ latencyMs: 20 });
    const startOnce = () => bed.service({ accounts, gateway, databaseUrl: store.url, hasBackPressure: true });
    // As Kubernetes does: a process that cannot start, because the database does not answer, is started
    // again.
    const replicas = await startReplicas(2, () => startOnce().catch(startOnce).catch(startOnce));
    say(`${values.minutes} minutes, seed ${values.seed}`);
    const callers = createCallers(() => replicas.urls, values.repeats);
    const ofTheService = { ...ofReplicas, ...store.injuries };
    const { samples, loads, sent, injured } = await disturb(
      { replicas, gateway, callers, residents, ofTheService, elapsed },
      { ...run, say },
    );
    const { drainSeconds } = await drain([store.look], [], {
      patienceMs: longestDrain,
      pauseMs: 5_000,
      say,
    });
    const seen = await gateway.judge();
    // Late receipts would change what is compared.
    await replicas.stop();
    const { ledger } = callers;
    const verdict = await store.look((asked) => judgeResidents(asked, ledger.acknowledged, residents));
    const begun = performance.now();
    const { finding, ...history } = judgeAnswers(ledger.history);
    const judgedSeconds = tenths(performance.now() - begun);
    if (finding !== undefined) say(`no order explains these answers:\n${toTimeline(finding)}`);
    report(
      {
        says: `two replicas, five accounts and one after the other whose money ends, ${values.rate} requests a second (four of five are messages, each sent ${values.repeats === 1 ? 'once' : `up to ${values.repeats} times at once`}) for ${values.minutes} minutes, ${store.says}, with faults at random times from the seed; a message without an answer is sent again with the same id; missing to unknown, undecided and the counts of audit but messages must be 0, so must the parts of the history that no order explains, or that could not be decided; given-up is what the service itself counts as undelivered; gateway: what a gateway outside counted, whose unexplained repeats must be 0; the lag is that from the status change to the healthy receiver; the machine also did other work`,
        loadAverage: { least: Math.min(...loads), most: Math.max(...loads) },
        requests: sent,
        answers: countBy(ledger.answers),
        acknowledged: ledger.acknowledged.size,
        undecided: ledger.undecided,
        ...injured,
        ...verdict,
        history: { ...history, judgedSeconds },
        gateway: seen,
        drainSeconds,
        stopsAfterSigterm: summaryOf(replicas.stops),
        ...figuresOf(samples),
      },
      { name: values.name, chart: chartOf(samples) },
    );
    const { missing, notEnded, events, audit } = verdict;
    const { doubleMessages, doubleDebits, wrongBooks, notReleased } = audit;
    const wrong = [
      missing,
      notEnded,
      events.deliveredToNobody,
      events.unknown,
      doubleMessages,
      doubleDebits,
      wrongBooks,
      notReleased,
      history.unexplained,
      history.undecided,
    ];
    const isStopped = replicas.stops.every(({ exitCode }) => exitCode === 0);
    return wrong.every((one) => one === 0) && isStopped;
  },
});

/** A database, and what can be done to it. */
interface Store {
  readonly says: string;
  /** `DATABASE_URL` of the service. */
  readonly url: string;
  readonly look: Look;
  readonly injuries: Injuries;
}

async function startBehindProxy(bed: Bed): Promise<Store> {
  const server = await bed.server({ max_connections: '150' });
  return {
    says: 'one PostgreSQL',
    url: server.databaseUrl,
    look: lookBeside(server),
    injuries: ofTheProxy(server),
  };
}

async function startStandbys(bed: Bed): Promise<Store> {
  const { quorum } = modes;
  if (lacksPostgres !== undefined) throw new Error(lacksPostgres);
  const servers = await streaming(bed, quorum);
  return { says: quorum.says, url: servers.url, look: servers.look, injuries: ofThePrimary(servers) };
}

interface Disturbed extends Pick<Victims, 'replicas' | 'gateway'> {
  readonly callers: ResidentCallers;
  readonly residents: readonly Resident[];
  readonly ofTheService: Injuries;
  elapsed(): number;
}

/** The load, with faults of the service, and at the same time faults of others. */
async function disturb(
  { replicas, gateway, callers, residents, ofTheService, elapsed }: Disturbed,
  { values: { minutes, seed: given, rate, pause }, say }: Run<Values>,
) {
  const random = seededRandom(given);
  let leftOut = 0;
  const traffic = atRate(rate, async (sent) => {
    const resident = residents[sent % residents.length];
    if (callers.underWay() > mostUnderWay) leftOut += 1;
    else if (resident !== undefined) await callers.one(resident, random);
  });
  const end = performance.now() + minutes * 60_000;
  // The last minutes have no new faults, so that retries of the callbacks (ADR-0018) come due in time.
  const plan = { until: end - Math.min(4, minutes / 4) * 60_000, say };
  const victims = (dice: () => number): Victims => ({
    replicas,
    gateway,
    random: dice,
    acceptedSince: callers.acceptedSince,
    targets: residents.slice(1).map((one) => ({
      ...one,
      account: () => residentAccount(one),
      burst: () => Promise.all(Array.from({ length: rate * burst }, () => callers.schedule(one, dice))),
    })),
  });
  const injured = [
    inject(ofTheService, victims(seededRandom(given + 1)), {
      ...plan,
      pauses: [pause * 400, pause * 1_600],
      lasts: [pause * 40, pause * 480],
    }),
    inject(ofOthers, victims(seededRandom(given + 2)), {
      ...plan,
      pauses: [20_000, 70_000],
      lasts: [3_000, 30_000],
    }),
  ];
  const samples: Sample[] = [];
  const loads = [load()];
  while (performance.now() < end) {
    await setTimeout(Math.max(1_000, Math.min(10_000, minutes * 200)));
    const injuries = sum(injured.map(({ underWay }) => underWay()));
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
    sent: traffic.sent - leftOut,
    injured: {
      faults: countBy(injured.flatMap(({ injected }) => injected)),
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
    /**
     * Of the callbacks that the healthy receiver got since the last sample, in milliseconds; NaN without one.
     */
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
