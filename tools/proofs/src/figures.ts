import { loadavg } from 'node:os';
import { countBy } from '@cascade/bench/harness/callers';
import { readFigures } from '@cascade/bench/harness/metrics';
import { longestGap, median, quantile, round, seconds, spreadOf } from '@cascade/bench/harness/statistics';
import { repeat } from '@cascade/bench/harness/waits';
import type { CollectedEvidence } from './evidence.ts';
import type { SeededCall } from './load.ts';
import type { BlowRecord } from './tracks.ts';
import type { World } from './world.ts';

/** The state of a replica at one time; without an answer there is none. */
type Sample = Readonly<Record<'replica' | 'rssMiB' | 'lagSeconds', number>>;

/** Reads memory and lag of each replica again and again; returns what ends it. */
export function watch({ replicas }: World) {
  const samples: Sample[] = [];
  const loads = [loadavg()[0] ?? Number.NaN];
  const stop = repeat(2_000, async () => {
    const read = replicas.all.map(async ({ operationsUrl }, replica) => {
      // It may be killed, or frozen.
      const found = await readFigures(operationsUrl, 2_000).catch(() => undefined);
      if (found !== undefined) samples.push({ replica, rssMiB: found.rssMiB, lagSeconds: found.lagSeconds });
    });
    await Promise.all(read);
    loads.push(loadavg()[0] ?? Number.NaN);
  });
  return async () => {
    await stop();
    return { samples, loads };
  };
}

interface Measured {
  readonly blows: readonly BlowRecord[];
  readonly notes: Readonly<Record<string, readonly number[]>>;
  readonly watched: { readonly samples: readonly Sample[]; readonly loads: readonly number[] };
  readonly drainSeconds: number;
  readonly evidence: CollectedEvidence;
}

/** The figures of the result file, beside the verdict. Times are in seconds if they do not say otherwise. */
export function figuresOf(world: World, { blows, notes, watched, drainSeconds, evidence }: Measured) {
  const { ledger } = world.callers;
  const { calls } = ledger;
  const states = evidence.events.map(({ state }) => state);
  const taken = evidence.receivers.flatMap((one) => [...one.taken.values()]);
  const stops = world.replicas.stops;
  const arrivals = arrivalsOf(evidence);
  return {
    loadAverage: { least: round(Math.min(...watched.loads)), most: round(Math.max(...watched.loads)) },
    acknowledged: ledger.acknowledged.size,
    answers: countBy(calls.map(({ outcome }) => outcome)),
    undecided: ledger.undecided,
    leftOut: ledger.leftOut,
    history: { operations: ledger.history.length },
    longestWait: seconds(longest(calls.map(({ begin, end }) => end - begin))),
    faults: Object.fromEntries(
      [...Map.groupBy(blows, ({ name }) => name)].map(([name, of]) => [name, effectOf(of, calls, arrivals)]),
    ),
    ...Object.fromEntries(Object.entries(notes).map(([name, values]) => [name, spread(values)])),
    statusEvents: countBy(states),
    repeatedCallbacks: taken.reduce((all, times) => all + times - 1, 0),
    lagMilliseconds: lagsOf(arrivals, blows),
    memoryMiB: memoryOf(watched.samples),
    workLag: longest(watched.samples.map(({ lagSeconds }) => lagSeconds)),
    stops: { count: stops.length, longest: longest(stops.map((stop) => stop.seconds)) },
    drain: drainSeconds,
    gateway: evidence.gateway,
    ...(evidence.volleys.length > 0 && { volleys: evidence.volleys }),
  };
}

/** What callers noticed of all occurrences of a fault; of a fault of one account, what the others did. */
function effectOf(
  blows: readonly BlowRecord[],
  calls: readonly SeededCall[],
  arrivals: readonly CallbackTimes[],
) {
  const [{ account: injured } = { account: undefined }] = blows;
  const noticed = calls.filter(({ account }) => account !== injured);
  const accepted = noticed.filter(({ outcome }) => outcome === 'accepted');
  const ends = accepted.map(({ end }) => end);
  const callbacks = arrivals.map(({ at }) => at);
  const gapsOf = (times: readonly number[]) =>
    spread(blows.map(({ begin, end }) => seconds(longestGap(times, begin, end))));
  const during = blows.flatMap((blow) =>
    noticed.filter(({ begin, end }) => end > blow.begin && begin < blow.end),
  );
  const again = blows.flatMap(({ begin }) => {
    // Of a request that was sent under the fault: an answer that was on its way says nothing.
    const next = accepted.find((call) => call.begin > begin);
    return next === undefined ? [] : seconds(next.end - begin);
  });
  return {
    times: blows.length,
    lasted: spread(blows.map(({ begin, end }) => seconds(end - begin))),
    acceptsAgainAfter: spread(again),
    longestGap: gapsOf(ends),
    longestGapOfCallbacks: gapsOf(callbacks),
    longestWait: seconds(longest(during.map(({ begin, end }) => end - begin))),
    answers: countBy(during.map(({ outcome }) => outcome)),
  };
}

/** When a callback came, by the monotonic clock, and how long after its status change; milliseconds. */
interface CallbackTimes {
  readonly at: number;
  readonly lag: number;
}

/** At the receivers that are never broken. */
function arrivalsOf({ receivers }: CollectedEvidence): readonly CallbackTimes[] {
  return receivers
    .filter(({ isWell }) => isWell)
    .flatMap((one) => one.arrivals)
    .map(({ arrivedAt, statusAt }) => ({
      at: arrivedAt - performance.timeOrigin,
      lag: round(arrivedAt - Date.parse(statusAt)),
    }));
}

/** Lags before the first fault, until the end of the last one, and after it. */
function lagsOf(arrivals: readonly CallbackTimes[], blows: readonly BlowRecord[]): object {
  const between = (from: number, to: number) =>
    spreadOf(arrivals.filter(({ at }) => at >= from && at < to).map(({ lag }) => lag));
  if (blows.length === 0) return between(0, Number.POSITIVE_INFINITY);
  const first = Math.min(...blows.map(({ begin }) => begin));
  const last = Math.max(...blows.map(({ end }) => end));
  return {
    before: between(0, first),
    during: between(first, last),
    after: between(last, Number.POSITIVE_INFINITY),
  };
}

function memoryOf(samples: readonly Sample[]): object {
  const byReplica = [...Map.groupBy(samples, ({ replica }) => replica)].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    byReplica.map(([replica, of]) => {
      const rss = of.map(({ rssMiB }) => rssMiB);
      const tenth = Math.ceil(rss.length / 10);
      const middle = (part: readonly number[]) =>
        quantile(
          part.toSorted((a, b) => a - b),
          0.5,
        );
      const figures = {
        medianOfFirstTenth: middle(rss.slice(0, tenth)),
        medianOfLastTenth: middle(rss.slice(-tenth)),
        most: longest(rss),
      };
      return [`replica ${replica}`, figures];
    }),
  );
}

function spread(values: readonly number[]) {
  return values.length === 0
    ? { times: 0 }
    : { times: values.length, median: median(values), longest: longest(values) };
}

/** The largest of any number of values; 0 of none. */
function longest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
