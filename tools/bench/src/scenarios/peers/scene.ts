import { setTimeout } from 'node:timers/promises';
import type { Bed } from '../../harness/bed.ts';
import { type BarPanel, barChart } from '../../harness/charts.ts';
import type { Finals, Reported } from '../../harness/children/report-receiver.ts';
import { type Forked, startLoad } from '../../harness/fork.ts';
import type { FaultView } from '../../harness/gateway/tally.ts';
import { type CountingGateway, startGateway } from '../../harness/gateway.ts';
import { treeSeconds } from '../../harness/processes.ts';
import { startReporter } from '../../harness/receivers.ts';
import { median, quantile, round, sum } from '../../harness/statistics.ts';

/** One system with its SMSC and its receiver, ready to be loaded. */
export type Scene = Awaited<ReturnType<typeof openScene>>;

export type SceneRun = Awaited<ReturnType<Scene['run']>>;

/** How long nothing may come before the rest is given up, and after a restart. */
const patience = { usual: 12, afterCrash: 40 } as const;

interface SceneOptions {
  /** Of a message. */
  readonly reports: 1 | 3;
  /** See `GatewayOptions`. */
  readonly windowMs: number;
  /** What ours sends twice fails the proof. */
  readonly isOurs: boolean;
}

export async function openScene(
  bed: Bed,
  { reports, windowMs, isOurs }: SceneOptions,
  start: (bed: Bed, around: SystemNeeds) => Promise<System>,
) {
  const receiver = await startReporter(bed, 0);
  const smsc = { kind: 'smpp', isEnroute: reports === 3, windowMs } as const;
  const gateway = await (isOurs ? bed.gateway(smsc) : startGateway(smsc).then(bed.closing));
  const system = await start(bed, { gateway, receiverUrl: receiver.message, reports });

  function send(rate: number, seconds: number) {
    const { kind, url, key } = system.running();
    // Kannel's bits: 1 delivered, 2 failed, 4 on its way by the SMSC, 8 accepted by the SMSC, 16 refused by
    // it.
    const kannel = { callbackUrl: receiver.message, mask: reports === 1 ? 3 : 31 };
    const load = { urls: [url], keys: [key], rate, seconds, connections: 64 };
    return startLoad(kind === 'kannel' ? { ...load, kannel } : load);
  }

  /** Sends at a rate, and waits until what was accepted is reported, or nothing more comes. */
  async function run(rate: number, seconds: number) {
    const { pids } = system.running();
    await receiver.ask<Reported>('look');
    const processor = sum(pids.map(treeSeconds));
    const sent = await send(rate, seconds).sent;
    const end = performance.now();
    const { lags, lastAt, callbacks } = await collect(receiver, sent.accepted.length, patience.usual);
    const spent = sum(pids.map(treeSeconds)) - processor;
    lags.sort((a, b) => a - b);
    return {
      rate,
      offered: Math.ceil(rate * seconds),
      accepted: sent.accepted.length,
      reported: lags.length,
      /** Of every kind. */
      reportsPerMessage: round(callbacks / lags.length),
      /** From the end of the load to the last report; undefined if not all came. */
      drainSeconds:
        lags.length < sent.accepted.length ? undefined : Math.max(0, round((lastAt - end) / 1_000)),
      loadSeconds: round(sent.seconds),
      lagMilliseconds: { p50: median(lags), p99: quantile(lags, 0.99) },
      /** Of all processes of the system, in microseconds. */
      processorPerMessage: Math.round((spent / Math.max(1, lags.length)) * 1e6),
    };
  }

  return {
    system,
    run,
    /** Sends at a rate, kills the system in the middle, starts it again, and waits like `run`. */
    async crash(rate: number, seconds: number) {
      const load = send(rate, seconds * 2);
      await setTimeout(seconds * 1_000);
      await gateway.during('kill -9', system.kill);
      await system.restart();
      load.stop();
      const { accepted } = await load.sent;
      await receiver.ask<Reported>('look');
      // Duplicates come late, so it always waits until nothing has come for that long.
      await collect(receiver, Number.POSITIVE_INFINITY, patience.afterCrash);
      return fateOf(accepted, {
        rate,
        finals: await receiver.ask<Finals>('finals'),
        submitted: await gateway.counts(),
        kill: await gateway.lastFault(),
      });
    },
    /** What the SMSC has seen so far. */
    judge: gateway.judge,
  };
}

/** Takes the lags of first reports until there are `wanted`, or none has come for `quietSeconds`. */
async function collect(receiver: Forked<string>, wanted: number, quietSeconds: number) {
  const lags: number[] = [];
  let lastAt = performance.now();
  let callbacks = 0;
  while (lags.length < wanted && performance.now() - lastAt < quietSeconds * 1_000) {
    const got = await receiver.ask<Reported>('look');
    if (got.callbacks > 0) lastAt = performance.now();
    lags.push(...got.lags);
    callbacks += got.callbacks;
    if (lags.length < wanted) await setTimeout(50);
  }
  return { lags, lastAt, callbacks };
}

/** A message service that is measured, with an SMSC behind it and a receiver of its reports. */
export interface System {
  readonly name: string;
  /** What it keeps, and how. */
  readonly says: string;
  /** Of a start: where and how messages are sent, and the processes that do the work. */
  running(): Readonly<Record<'url' | 'key', string>> & {
    readonly kind: 'cascade' | 'kannel';
    readonly pids: readonly number[];
  };
  /** `kill -9` of every process of it. */
  kill(): Promise<void>;
  /** Starts it again with what it has kept. */
  restart(): Promise<void>;
}

/** What a system needs: its SMSC, where its reports go, and which it sends. */
export interface SystemNeeds {
  readonly gateway: CountingGateway;
  readonly receiverUrl: string;
  readonly reports: 1 | 3;
}

/** What became of the messages that were accepted around a kill. */
export type Fate = ReturnType<typeof fateOf>;

/** What the kill was, and what the receiver and the SMSC saw. */
interface SeenAtKill {
  readonly rate: number;
  readonly finals: Finals;
  readonly submitted: Finals;
  readonly kill: FaultView | undefined;
}

/** Compares what was accepted with what was seen. */
export function fateOf(accepted: readonly string[], { rate, finals, submitted, kill }: SeenAtKill) {
  const reported = new Map(finals);
  const sent = new Map(submitted);
  const count = (is: (id: string) => boolean) => accepted.filter(is).length;
  return {
    /** Messages a second. */
    rate,
    accepted: accepted.length,
    /** Without a report of delivery. */
    withoutFinal: count((id) => !reported.has(id)),
    /** Submitted to the SMSC more than once. */
    sentTwice: count((id) => (sent.get(id) ?? 0) > 1),
    /** Those of them that the kill explains: it came between, and they were under way. */
    byTheKill: kill?.repeats ?? 0,
    /** Submitted before the kill, and answered less than the window before it: these may be sent twice. */
    underWay: kill?.underWay ?? 0,
    /** Those of them that the SMSC had not answered. */
    unanswered: kill?.unanswered ?? 0,
    /** How long before the kill the SMSC had answered the oldest that was sent twice. */
    oldestAnswerMs: kill?.oldestAnswerMs ?? null,
    /** Reported delivered more than once. */
    reportedTwice: count((id) => (reported.get(id) ?? 0) > 1),
  };
}

/**
 * The highest rate that holds, to a step: doubles from `from` until one fails, or until `most`, then halves
 * the gap. 0 if none holds.
 */
export async function highestRate(
  holds: (rate: number) => Promise<boolean>,
  { from, step, most }: { readonly from: number; readonly step: number; readonly most: number },
): Promise<number> {
  let good = 0;
  let bad = from;
  while (bad <= most && (await holds(bad))) {
    good = bad;
    bad = bad * 2;
  }
  if (good > 0 && bad > most) return good;
  while (bad - good > step) {
    const middle = Math.round((good + bad) / 2 / step) * step;
    if (middle <= good || middle >= bad) break;
    if (await holds(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** What a system was found to do. */
export interface Measured {
  readonly says: string;
  readonly highestRate: number;
  /** Absent if it holds none. */
  readonly atHighestRate?: SceneRun;
  readonly atCommonRate: SceneRun;
  readonly rounds: readonly Fate[];
  /** What the SMSC counted until the kills, and at the end. */
  readonly beforeKills: object;
  readonly gateway: object;
}

export interface Limit {
  readonly says: string;
  /** Cascades a second, by the number of cascades in one commit. */
  readonly cascadesPerSecond: Readonly<Record<string, number>>;
}

/** By the number of reports, then by the name of the system. */
export type PeerResults = Readonly<Record<string, Readonly<Record<string, Measured>>>>;

/** Rates, lags and processor time of each system, side by side. */
export function chartOf(results: PeerResults, limit: Limit | undefined): string {
  const panels = Object.entries(results).flatMap(([reports, systems]): BarPanel[] => {
    const bars = (of: (run: SceneRun, highest: number) => number, unit: string) =>
      Object.entries(systems).map(([label, { atCommonRate, highestRate }]) => {
        const value = of(atCommonRate, highestRate);
        return { label, value, text: `${value} ${unit}`, isOurs: label === 'cascade' };
      });
    const rate = Object.values(systems)[0]?.atCommonRate.rate;
    return [
      { title: `Highest rate with ${reports}, messages a second`, bars: bars((_, highest) => highest, '') },
      {
        title: `Lag at ${rate} a second with ${reports}, median`,
        bars: bars((run) => run.lagMilliseconds.p50, 'ms'),
      },
      {
        title: `Processor time of a message at that rate with ${reports}`,
        bars: bars((run) => run.processorPerMessage, 'µs'),
      },
    ];
  });
  const limits = Object.entries(limit?.cascadesPerSecond ?? {}).map(([atOnce, value]) => ({
    label: `${atOnce} in a commit`,
    value,
    text: String(value),
  }));
  const last =
    limits.length === 0 ? [] : [{ title: 'The same rows by pgbench, cascades a second', bars: limits }];
  return barChart([...panels, ...last]);
}
