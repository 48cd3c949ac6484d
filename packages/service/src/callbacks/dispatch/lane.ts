import { type Circuit, type CircuitSettings, createCircuit } from '../../due/circuit.ts';
import type { LaneKey } from '../../due/waiting.ts';
import type { PendingCallback } from '../pending-callback.ts';
import type { AttemptResult } from '../post-callback.ts';
import {
  type AdaptiveLimitSettings,
  initialLimit,
  type LimitState,
  nextLimit,
  type OwnLoad,
} from './adaptive-limit.ts';

/** An attempt under way. */
interface Run {
  readonly startedAt: number;
  /** Attempts under way when it began, with itself. */
  readonly running: number;
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
/** Milliseconds between two looks for room in a lane: doubled each time that there was none. */
const visits = { shortest: 250, doublings: 7, longest: 60_000 } as const;
/** Milliseconds in which what was put off is surely committed. */
const committed = 2_000;

export interface LaneSurroundings {
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  readonly ownLoad: OwnLoad;
}

/** What this process knows of one destination, and its callbacks here. Times are in milliseconds. */
export class Lane {
  readonly key: LaneKey;
  /** The account and the origin, of which each gets its share only. */
  readonly parties: readonly string[];
  readonly circuit: Circuit;
  /** Callbacks that may start: first attempts, and repeats. */
  readonly waiting: PendingCallback[] = [];
  readonly repeats: PendingCallback[] = [];
  /** Those that wait for earlier events of their messages (ADR-0037). */
  readonly blocked = new Set<PendingCallback>();
  readonly #limits: AdaptiveLimitSettings;
  readonly #ownLoad: OwnLoad;
  readonly #runs = new Set<Run>();
  #state: LimitState;
  #last: AttemptResult['outcome'] | undefined;
  #latency = unknownLatency;
  /** Looks in a row that found no room for those that wait in the database. */
  #fruitless = 0;
  /** When one began to wait there; in the far future as long as nothing is known. */
  #putOffAt = Number.POSITIVE_INFINITY;

  constructor(settings: LaneSettings, key: LaneKey, { random, ownLoad }: LaneSurroundings) {
    this.key = key;
    this.parties = partiesOf(key);
    this.circuit = createCircuit(settings.circuit, random);
    this.#limits = settings.limit;
    this.#ownLoad = ownLoad;
    this.#state = initialLimit(settings.limit);
  }

  /** Its last answer was a success, its answers are quick, and none is overdue. */
  isProven(now: number): boolean {
    return this.#last === 'accepted' && this.#latency <= quick && !this.#isOverdue(now);
  }

  /** Whether it takes callbacks as quickly as they could be deferred. */
  isFast(now: number): boolean {
    return this.isProven(now) && this.#latency / this.limit(now) <= fast;
  }

  /** The attempts that it may have under way at once. */
  limit(now: number): number {
    const learned = Math.max(1, Math.floor(Math.min(this.#state.limit, this.#limitBySlowness(now))));
    return Math.min(learned, this.circuit.concurrency(now));
  }

  /** An attempt has ended. */
  get hasAnswered(): boolean {
    return this.#last !== undefined;
  }

  /** Callbacks under way. */
  get running(): number {
    return this.#runs.size;
  }

  /** Those, and all that wait here. */
  get size(): number {
    return this.running + this.waiting.length + this.repeats.length + this.blocked.size;
  }

  started(now: number): Run {
    const run = { startedAt: now, running: this.running + 1 };
    this.#runs.add(run);
    return run;
  }

  ended(run: Run, now: number, outcome: AttemptResult['outcome']): void {
    const failed = outcome === 'failed';
    const { startedAt } = run;
    const took = now - startedAt;
    const running = Math.max(run.running, this.running);
    const finished = { startedAt, endedAt: now, failed, running, whileBusy: this.#ownLoad.isBusy(now) };
    this.#state = nextLimit(this.#state, finished, this.#limits);
    // The time-outs before a pause say nothing about a receiver that answers again.
    const isFirst = this.#last === undefined || (this.circuit.isLimiting && !failed);
    this.#latency = isFirst ? took : this.#latency + (took - this.#latency) / 8;
    this.#last = outcome;
    this.#runs.delete(run);
    if (failed) this.circuit.failed(now, took);
    else this.circuit.succeeded();
  }

  /** The attempt was not made. */
  withdrawn(run: Run): void {
    this.#runs.delete(run);
  }

  /** Removes all that wait here. */
  takeWaiting(): readonly PendingCallback[] {
    const taken = [...this.repeats.splice(0), ...this.waiting.splice(0), ...this.blocked];
    this.blocked.clear();
    return taken;
  }

  /** Removes a callback that waits here; returns whether it was there. */
  remove(callback: PendingCallback): boolean {
    const queues = [this.waiting, this.repeats];
    return this.blocked.delete(callback) || queues.some((queue) => removeFrom(queue, callback));
  }

  /** One more begins to wait in the database. */
  putOff(now: number): void {
    this.#putOffAt = now;
  }

  /** Whether some may wait there: after a success, they can be claimed. Asked again, it knows of no more. */
  mayHaveWaiting(now: number): boolean {
    const may = this.#putOffAt > Number.NEGATIVE_INFINITY;
    if (now - this.#putOffAt > committed || this.#putOffAt > now) this.#putOffAt = Number.NEGATIVE_INFINITY;
    return may;
  }

  /** How long there will be no room for them. */
  visitIn(now: number): number {
    const { pausedUntil } = this.circuit;
    if (now < pausedUntil) return pausedUntil - now;
    const patient = visits.shortest * 2 ** Math.min(this.#fruitless, visits.doublings);
    return Math.min(visits.longest, Math.max(patient, this.#halfOfAll(now)));
  }

  /** This replica looked for room for them, and there was none, or some. */
  visited(hadRoom: boolean): void {
    this.#fruitless = hadRoom ? 0 : this.#fruitless + 1;
  }

  #isOverdue(now: number): boolean {
    const patience = Math.min(overdue.atMost, Math.max(overdue.atLeast, overdue.times * this.#latency));
    return this.#ageOfOldest(now) > patience;
  }

  #ageOfOldest(now: number): number {
    const [first] = this.#runs;
    return first === undefined ? 0 : now - first.startedAt;
  }

  /** An attempt under way without an answer is a measurement, too. */
  #expected(now: number): number {
    return Math.max(this.#latency, this.#ageOfOldest(now));
  }

  #limitBySlowness(now: number): number {
    const expected = this.#expected(now);
    return expected <= quick ? Number.POSITIVE_INFINITY : (slotSeconds * 1_000) / expected;
  }

  /** What the destination needs for half of what this process has for it. */
  #halfOfAll(now: number): number {
    return (this.size * this.#expected(now)) / Math.max(1, this.limit(now)) / 2;
  }
}

function partiesOf({ accountId, url }: LaneKey): readonly string[] {
  return [`account ${accountId}`, `origin ${URL.parse(url)?.origin ?? url}`];
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
    return new Lane(settings, key, around);
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
