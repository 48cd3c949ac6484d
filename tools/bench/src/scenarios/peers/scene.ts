import { setTimeout } from 'node:timers/promises';
import type { Bed } from '../../harness/bed.ts';
import type { Sent } from '../../harness/children/load.ts';
import type { Finals, Reported } from '../../harness/children/report-receiver.ts';
import { type Forked, startLoad } from '../../harness/fork.ts';
import type { FaultView } from '../../harness/gateway/tally.ts';
import { type CountingGateway, startGateway } from '../../harness/gateway.ts';
import { treeSeconds } from '../../harness/processes.ts';
import { startReporter } from '../../harness/receivers.ts';
import { median, quantile, round, sum } from '../../harness/statistics.ts';

/** One system with its SMSC and its receiver, ready to be loaded. */
export type Scene = Awaited<ReturnType<typeof openScene>>;

/** What a load at one rate found. */
export type SceneRun = ReturnType<typeof figuresOf>;

/** After a load that a system holds, nothing may be left longer: a queue is not throughput. */
export const secondsToDrain = 2;

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
    const processorSeconds = () => {
      const ofSystem = sum(pids.map(treeSeconds));
      return { ofSystem, around: treeSeconds(process.pid) - ofSystem };
    };
    await receiver.ask<Reported>('look');
    const before = processorSeconds();
    const sent = await send(rate, seconds).sent;
    const end = performance.now();
    const { lags, lastAt, callbacks } = await collect(receiver, sent.accepted.length, patience.usual);
    const after = processorSeconds();
    return figuresOf({
      rate,
      seconds,
      sent,
      lags,
      callbacks,
      // Not all came.
      drainMilliseconds: lags.length < sent.accepted.length ? undefined : Math.max(0, lastAt - end),
      ofSystem: after.ofSystem - before.ofSystem,
      around: after.around - before.around,
    });
  }

  return {
    system,
    run,
    /**
     * Whether all of a rate is accepted, and reported within `secondsToDrain` after the load. A second try
     * decides, since one hiccup of the machine is not a limit.
     */
    async holds(rate: number, seconds: number, onTry: (tried: SceneRun, isHeld: boolean) => void) {
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        const tried = await run(rate, seconds);
        const { accepted, offered, drainSeconds = Number.POSITIVE_INFINITY, loadSeconds } = tried;
        const isInTime = loadSeconds <= seconds * 1.1 && drainSeconds <= secondsToDrain;
        const isHeld = accepted >= offered && isInTime;
        onTry(tried, isHeld);
        if (isHeld) return true;
      }
      return false;
    },
    /** Sends at a rate, kills the system in the middle, starts it again, and waits like `run`. */
    async crash(rate: number, seconds: number, { kill, restart }: NonNullable<System['crash']>) {
      const load = send(rate, seconds * 2);
      await setTimeout(seconds * 1_000);
      await gateway.during('kill -9', kill);
      await restart();
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

/** What a load and its reports came to. */
interface Seen {
  readonly rate: number;
  readonly seconds: number;
  readonly sent: Sent;
  readonly lags: readonly number[];
  readonly callbacks: number;
  /** From the end of the load to the last report; undefined if not all came. */
  readonly drainMilliseconds: number | undefined;
  /** Seconds of processor time. */
  readonly ofSystem: number;
  readonly around: number;
}

function figuresOf({ rate, seconds, sent, callbacks, drainMilliseconds, ...seen }: Seen) {
  const lags = seen.lags.toSorted((a, b) => a - b);
  const microseconds = (spent: number) => Math.round((spent / Math.max(1, lags.length)) * 1e6);
  return {
    rate,
    offered: Math.ceil(rate * seconds),
    accepted: sent.accepted.length,
    reported: lags.length,
    /** Of every kind. */
    reportsPerMessage: round(callbacks / lags.length),
    drainSeconds: drainMilliseconds === undefined ? undefined : round(drainMilliseconds / 1_000),
    loadSeconds: round(sent.seconds),
    lagMilliseconds: { p50: median(lags), p99: quantile(lags, 0.99) },
    /** Of all processes of the system, in microseconds. */
    processorPerMessage: microseconds(seen.ofSystem),
    /** The same of load, SMSC and receiver, with what the other systems use at rest. */
    aroundPerMessage: microseconds(seen.around),
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
  /** `kill -9` of every process of it, and a start with what it has kept; absent if it keeps nothing. */
  readonly crash?: {
    kill(): Promise<void>;
    restart(): Promise<void>;
  };
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

/** Where a system saturates: the highest rate that it holds, and the lowest that it does not. */
export interface Saturation {
  /** 0 if it holds none. */
  readonly holds: number;
  /** Absent if it held all that was tried. */
  readonly fails?: number;
}

/**
 * Finds where each saturates, to a step, in turns: doubles the rate from `from` until it fails, then halves
 * the gap. A load generator that cannot send at a rate lets it fail, so the doubling ends.
 */
export async function findSaturation(
  all: readonly ((rate: number) => Promise<boolean>)[],
  { from, step }: { readonly from: number; readonly step: number },
): Promise<readonly Saturation[]> {
  const found = all.map((holds) => ({ holds, known: { holds: 0 } as Saturation }));
  for (let isOver = false; !isOver; ) {
    isOver = true;
    for (const one of found) {
      const rate = nextRate(one.known, from, step);
      if (rate === undefined) continue;
      isOver = false;
      const isHeld = await one.holds(rate);
      one.known = isHeld ? { ...one.known, holds: rate } : { ...one.known, fails: rate };
    }
  }
  return found.map(({ known }) => known);
}

/** Whether load and receiver alone do hardly more than a system: then its rate is that of the test. */
export function isBoundByLoad(rate: number, ofLoadAlone: number | undefined): boolean {
  return ofLoadAlone !== undefined && rate >= ofLoadAlone * 0.95;
}

/** The rate to try next; undefined once the gap is a step. */
function nextRate({ holds, fails }: Saturation, from: number, step: number): number | undefined {
  if (fails === undefined) return holds === 0 ? from : holds * 2;
  const middle = Math.round((holds + fails) / 2 / step) * step;
  return middle <= holds || middle >= fails ? undefined : middle;
}

/** What a system was found to do. */
export interface Measured {
  readonly says: string;
  /** Messages a second. */
  readonly highestRate: number;
  /** The lowest rate that it did not hold; absent if it held all that was tried. */
  readonly failsAt?: number;
  /** Present if the rate is that of load and receiver, and not of the system. */
  readonly isBoundByLoad?: true;
  /** Absent if it holds none. */
  readonly atHighestRate?: SceneRun;
  readonly atCommonRate: SceneRun;
  readonly rounds?: readonly Fate[];
  /** What the SMSC counted until the kills, and at the end. */
  readonly beforeKills?: object;
  readonly gateway?: object;
}

export interface Limit {
  readonly says: string;
  /** Cascades a second, by the number of cascades in one commit. */
  readonly cascadesPerSecond: Readonly<Record<string, number>>;
}

/** By the number of reports, then by the name of the system. */
export type PeerResults = Readonly<Record<string, Readonly<Record<string, Measured>>>>;
