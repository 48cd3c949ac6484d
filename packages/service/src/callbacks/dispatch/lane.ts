import type { AttemptResult } from '../post-callback.ts';
import { type AdaptiveLimitSettings, initialLimit, nextLimit } from './adaptive-limit.ts';
import { type Circuit, type CircuitSettings, createCircuit } from './circuit.ts';
import { createLaneQueues, type LaneQueues } from './lane-queues.ts';
import type { Newcomers } from './newcomers.ts';
import type { OwnLoad } from './own-load.ts';
import { createParcels } from './parcels.ts';
import type { Run } from './run.ts';

/** Where callbacks go: a URL, of the account that registered it. */
export interface Destination {
  readonly accountId: number;
  readonly url: string;
}

/** What this process knows of one destination. Times are in milliseconds. */
export interface Lane extends LaneQueues {
  readonly destination: Destination;
  /** The account and the origin, of which each gets its share only. */
  readonly parties: readonly string[];
  /** Callbacks under way. */
  readonly running: number;
  /** Those, and all of its queues. */
  readonly size: number;
  readonly circuit: Circuit;
  /** An attempt has ended. */
  readonly hasAnswered: boolean;
  /** Its last answer was a success, its answers are quick, and none is overdue. */
  isProven(now: number): boolean;
  /** The attempts that it may have under way at once. */
  limit(now: number): number;
  started(now: number): Run;
  ended(run: Run, now: number, outcome: AttemptResult['outcome']): void;
  /** Whether it takes callbacks as quickly as they could be deferred. */
  isFast(now: number): boolean;
  /** How long to defer a callback that has waited so long already; reserves a place at the end of that time. */
  delay(waited: number, now: number): number;
  /** How long to park one while the circuit is limiting. */
  parkFor(waited: number, now: number): number;
  /** Until then, no success asks whether callbacks are parked for it; in the far past if some are, or it is not known. */
  recallAt: number;
}

export interface LaneSettings {
  readonly circuit: CircuitSettings;
  readonly limit: AdaptiveLimitSettings;
}

/** The longest latency, on average, of a proven destination. */
const quick = 1_000;
/** An attempt is overdue after this multiple of the usual latency, but between these milliseconds. */
const overdue = { times: 4, atLeast: 250, atMost: 1_000 } as const;
/** A slow destination gets this number of slots, divided by the seconds that it takes for an answer. */
const slotSeconds = 32;
/** Milliseconds per callback; about the cost of deferring and fetching it again. */
const fast = 1;
/** A guess before the first answer. */
const unknownLatency = 100;

export interface LaneSurroundings {
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  /** Those of its account. */
  readonly newcomers: Newcomers;
  readonly ownLoad: OwnLoad;
}

/** A lane without callbacks. */
export function createLane(
  settings: LaneSettings,
  destination: Destination,
  { random, newcomers, ownLoad }: LaneSurroundings,
): Lane {
  const circuit = createCircuit(settings.circuit);
  const queues = createLaneQueues();
  const runs = new Set<Run>();
  let state = initialLimit(settings.limit);
  let last: AttemptResult['outcome'] | undefined;
  let latency = unknownLatency;

  const oldest = (now: number) => {
    const [first] = runs;
    return first === undefined ? 0 : now - first.startedAt;
  };
  const patience = () => Math.min(overdue.atMost, Math.max(overdue.atLeast, overdue.times * latency));
  const isOverdue = (now: number) => oldest(now) > patience();
  const isProven = (now: number) => last === 'accepted' && latency <= quick && !isOverdue(now);
  /** An attempt under way without an answer is a measurement, too. */
  const expected = (now: number) => Math.max(latency, oldest(now));
  const bySlowness = (now: number) =>
    expected(now) <= quick ? Number.POSITIVE_INFINITY : (slotSeconds * 1_000) / expected(now);
  const limit = (now: number) =>
    Math.min(Math.max(1, Math.floor(Math.min(state.limit, bySlowness(now)))), circuit.concurrency(now));
  const parcels = createParcels({ circuit, random, pace: (now) => expected(now) / Math.max(1, limit(now)) });

  return {
    destination,
    parties: partiesOf(destination),
    ...queues,
    circuit,
    isProven,
    limit,
    get hasAnswered() {
      return last !== undefined;
    },
    get running() {
      return runs.size;
    },
    get size() {
      return runs.size + queues.waiting.length + queues.repeats.length + queues.blocked.size;
    },
    started(now) {
      const run = { startedAt: now, running: runs.size + 1 };
      runs.add(run);
      if (last === undefined) newcomers.started(run);
      return run;
    },
    ended(run, now, outcome) {
      const failed = outcome === 'failed';
      const took = now - run.startedAt;
      const running = Math.max(run.running, runs.size);
      const { startedAt } = run;
      const finished = { startedAt, endedAt: now, failed, running, whileBusy: ownLoad.isBusy(now) };
      state = nextLimit(state, finished, settings.limit);
      // The time-outs before a pause say nothing about a receiver that answers again.
      const isFirst = last === undefined || (circuit.isLimiting && !failed);
      latency = isFirst ? took : latency + (took - latency) / 8;
      last = outcome;
      runs.delete(run);
      newcomers.ended(run);
      if (failed) circuit.failed(now, took);
      else circuit.succeeded();
    },
    isFast: (now) => isProven(now) && latency / limit(now) <= fast,
    delay: (waited, now) => (last === undefined ? newcomers : parcels).delay(waited, now),
    parkFor: parcels.parkFor,
    recallAt: Number.NEGATIVE_INFINITY,
  };
}

function partiesOf({ accountId, url }: Destination): readonly string[] {
  return [`account ${accountId}`, `origin ${URL.parse(url)?.origin ?? url}`];
}
