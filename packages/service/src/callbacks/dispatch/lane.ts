import { type Circuit, type CircuitSettings, createCircuit } from '../../due/circuit.ts';
import type { LaneKey } from '../../due/waiting.ts';
import type { PendingCallback } from '../pending-callback.ts';
import type { AttemptResult } from '../post-callback.ts';
import { type AdaptiveLimitSettings, initialLimit, nextLimit, type OwnLoad } from './adaptive-limit.ts';

/** An attempt under way. */
interface Run {
  readonly startedAt: number;
  /** Attempts under way when it began, with itself. */
  readonly running: number;
}

/** What this process knows of one destination. Times are in milliseconds. */
export type Lane = ReturnType<typeof createLane>;

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
/** Milliseconds between two looks for room in a lane: doubled each time that there was none. */
const visits = { shortest: 250, doublings: 7, longest: 60_000 } as const;
/** Milliseconds in which what was put off is surely committed. */
const committed = 2_000;

export interface LaneSurroundings {
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  readonly ownLoad: OwnLoad;
}

/** A lane without callbacks. */
export function createLane(settings: LaneSettings, key: LaneKey, { random, ownLoad }: LaneSurroundings) {
  const circuit = createCircuit(settings.circuit, random);
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
  const size = () => runs.size + queues.waiting.length + queues.repeats.length + queues.blocked.size;
  const halfOfAll = (now: number) => (size() * expected(now)) / Math.max(1, limit(now)) / 2;

  return {
    key,
    /** The account and the origin, of which each gets its share only. */
    parties: partiesOf(key),
    ...queues,
    circuit,
    /** Its last answer was a success, its answers are quick, and none is overdue. */
    isProven,
    /** The attempts that it may have under way at once. */
    limit,
    /** An attempt has ended. */
    get hasAnswered(): boolean {
      return last !== undefined;
    },
    /** Callbacks under way. */
    get running(): number {
      return runs.size;
    },
    /** Those, and all of its queues. */
    get size(): number {
      return size();
    },
    started(now: number): Run {
      const run = { startedAt: now, running: runs.size + 1 };
      runs.add(run);
      return run;
    },
    ended(run: Run, now: number, outcome: AttemptResult['outcome']): void {
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
      if (failed) circuit.failed(now, took);
      else circuit.succeeded();
    },
    /** The attempt was not made. */
    withdrawn: (run: Run) => void runs.delete(run),
    /** Whether it takes callbacks as quickly as they could be deferred. */
    isFast: (now: number) => isProven(now) && latency / limit(now) <= fast,
    ...createWaiting(circuit, halfOfAll),
  };
}

/**
 * What is known of the lane's callbacks that wait in the database.
 *
 * @param halfOfAll Milliseconds that the destination needs for half of what this process has for it.
 */
function createWaiting(circuit: Circuit, halfOfAll: (now: number) => number) {
  /** Looks in a row that found no room. */
  let fruitless = 0;
  /** In the far future as long as nothing is known. */
  let putOffAt = Number.POSITIVE_INFINITY;
  return {
    /** How long there will be no room for them. */
    visitIn(now: number): number {
      if (now < circuit.pausedUntil) return circuit.pausedUntil - now;
      const patient = visits.shortest * 2 ** Math.min(fruitless, visits.doublings);
      return Math.min(visits.longest, Math.max(patient, halfOfAll(now)));
    },
    /** This replica looked for room for them, and there was none, or some. */
    visited(hadRoom: boolean): void {
      fruitless = hadRoom ? 0 : fruitless + 1;
    },
    /** One more begins to wait. */
    putOff(now: number): void {
      putOffAt = now;
    },
    /** Whether there may be some: after a success, they can be claimed. Asked again, it knows of no more. */
    mayHaveWaiting(now: number): boolean {
      const may = putOffAt > Number.NEGATIVE_INFINITY;
      if (now - putOffAt > committed || putOffAt > now) putOffAt = Number.NEGATIVE_INFINITY;
      return may;
    },
  };
}

function partiesOf({ accountId, url }: LaneKey): readonly string[] {
  return [`account ${accountId}`, `origin ${URL.parse(url)?.origin ?? url}`];
}

/** The callbacks of a lane that are not under way. */
export function createLaneQueues() {
  const waiting: PendingCallback[] = [];
  const repeats: PendingCallback[] = [];
  const blocked = new Set<PendingCallback>();
  return {
    /** Callbacks that may start: first attempts, and repeats. */
    waiting,
    repeats,
    /** Those that wait for earlier events of their messages (ADR-0037). */
    blocked,
    /** Removes all. */
    takeWaiting(): readonly PendingCallback[] {
      const taken = [...repeats.splice(0), ...waiting.splice(0), ...blocked];
      blocked.clear();
      return taken;
    },
    /** Removes one; returns whether it was there. */
    remove: (callback: PendingCallback) =>
      blocked.delete(callback) || [waiting, repeats].some((queue) => removeFrom(queue, callback)),
  };
}

function removeFrom(queue: PendingCallback[], callback: PendingCallback): boolean {
  const at = queue.indexOf(callback);
  if (at < 0) return false;
  queue.splice(at, 1);
  return true;
}

/** The lanes of this process. */
export type CallbackLanes = ReturnType<typeof createCallbackLanes>;

/** How many lanes are remembered in sum, and of one account; those with callbacks always are. */
const remembered = { inSum: 10_000, ofAccount: 256 } as const;

/**
 * What is known of a destination outlives its callbacks. The lanes unused for longest are forgotten first.
 */
export function createCallbackLanes(settings: LaneSettings, around: LaneSurroundings) {
  /** In the order of their last use. */
  const lanes = new Map<string, Lane>();
  /** How many lanes each account has. */
  const counts = new Map<number, number>();

  function forget(isMeant: (lane: Lane) => boolean): void {
    for (const [key, lane] of lanes) {
      if (lane.size > 0 || !isMeant(lane)) continue;
      lanes.delete(key);
      count(lane.key.accountId, -1);
      return;
    }
  }

  function count(accountId: number, by: 1 | -1): number {
    const lanesOfAccount = (counts.get(accountId) ?? 0) + by;
    if (lanesOfAccount === 0) counts.delete(accountId);
    else counts.set(accountId, lanesOfAccount);
    return lanesOfAccount;
  }

  function add(key: LaneKey): Lane {
    const { accountId } = key;
    if (count(accountId, 1) > remembered.ofAccount) forget((one) => one.key.accountId === accountId);
    else if (lanes.size >= remembered.inSum) forget(() => true);
    return createLane(settings, key, around);
  }

  return {
    /** The lane of a callback; made if its destination is new or forgotten. */
    of({ accountId, url }: LaneKey): Lane {
      const key = `${accountId} ${url}`;
      const lane = lanes.get(key) ?? add({ accountId, url });
      lanes.delete(key);
      lanes.set(key, lane);
      return lane;
    },
    all: (): Iterable<Lane> => lanes.values(),
    /** Ends the pauses of an account's lanes. */
    probe(accountId: number): void {
      for (const { key, circuit } of lanes.values()) if (key.accountId === accountId) circuit.probeNow();
    },
  };
}

/** What an operator sees of a lane: the destination of an account's callbacks, as this replica knows it. */
export interface LaneState {
  readonly accountId: number;
  readonly host: string;
  /**
   * `paused`: no attempt until the pause ends; `probing`: one at a time, to find out; `slow` and `new`: with
   * a bounded share.
   */
  readonly state: 'open' | 'slow' | 'new' | 'paused' | 'probing';
  /** Milliseconds until the next probe; 0 if it is not paused. */
  readonly pausedMs: number;
  readonly running: number;
  readonly waiting: number;
  /** The attempts that it may have under way at once. */
  readonly limit: number;
}

/** The most lanes in one answer. */
const most = 50;

/** Lanes with callbacks or a back-off: the paused ones first, then those with the most callbacks. */
export function inspectLanes(lanes: Iterable<Lane>, now: number): readonly LaneState[] {
  const states: LaneState[] = [];
  for (const lane of lanes) if (lane.size > 0 || lane.circuit.isLimiting) states.push(toState(lane, now));
  const rank = ({ state, running, waiting }: LaneState) =>
    (state === 'paused' || state === 'probing' ? 1_000_000 : 0) + running + waiting;
  return states.sort((one, other) => rank(other) - rank(one)).slice(0, most);
}

function toState(lane: Lane, now: number): LaneState {
  const [account = '', origin = ''] = lane.parties;
  const { running, size, circuit } = lane;
  return {
    accountId: Number(account.replace('account ', '')),
    host: URL.parse(origin.replace('origin ', ''))?.host ?? '',
    state: stateOf(lane, now),
    pausedMs: circuit.isLimiting ? Math.max(0, Math.round(circuit.pausedUntil - now)) : 0,
    running,
    waiting: size - running,
    limit: lane.limit(now),
  };
}

function stateOf(lane: Lane, now: number): LaneState['state'] {
  if (lane.circuit.isLimiting) return now < lane.circuit.pausedUntil ? 'paused' : 'probing';
  if (lane.isProven(now)) return 'open';
  return lane.hasAnswered ? 'slow' : 'new';
}
