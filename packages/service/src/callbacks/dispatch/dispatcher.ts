import type { LaneKey, Visit } from '../../due/waiting.ts';
import { type FirstAttempts, lookAgainAfter, type Turn } from '../first-attempts.ts';
import type { Deferral } from '../outcome.ts';
import type { PendingCallback } from '../pending-callback.ts';
import type { AttemptResult } from '../post-callback.ts';
import type { OwnLoad } from './adaptive-limit.ts';
import {
  type CallbackLanes,
  createCallbackLanes,
  inspectLanes,
  type Lane,
  type LaneSettings,
  type LaneState,
} from './lane.ts';
import { Room, type Slot, type SlotSettings, Slots } from './room.ts';

export interface DispatcherSettings extends LaneSettings {
  /** The most callbacks held by this process, under way or waiting. */
  readonly capacity: number;
  readonly slots: SlotSettings;
}

export const dispatcherSettings: DispatcherSettings = {
  capacity: 2_048,
  slots: { total: 1_024, doubtful: 512, reserve: 256 },
  limit: { initial: 4, most: 256 },
  circuit: { failures: 10, shortestPause: 1_000, longestPause: 300_000 },
};

export interface DispatcherOptions {
  readonly settings: DispatcherSettings;
  readonly firstAttempts: FirstAttempts;
  /** Milliseconds of a clock that no one sets. */
  readonly now: () => number;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  readonly ownLoad: OwnLoad;
  /** Makes an attempt and has it recorded; resolves to its outcome. Never rejects. */
  attempt(callback: PendingCallback): Promise<AttemptResult['outcome'] | NotMade>;
  /** Has a callback wait in the database: there is no room for it now, or it is not its turn. */
  defer(callback: PendingCallback, deferral: Deferral): void;
  /** The process ends: another replica sends it. */
  drop(callback: PendingCallback): void;
  /** The lane has taken a callback, and some may wait in the database. */
  recovered(lane: LaneKey): void;
}

/** No attempt was made: the callback is another replica's by now. */
export type NotMade = 'not-made';

/** Milliseconds until a lane that got all that it has room for is looked into again. */
const nextVisit = { proven: 50, other: 200 } as const;

/**
 * Isolates destinations (ADR-0018). Each has a lane with its own limit, learned from its answers, and its own
 * back-off. Lanes that are slow, silent or new share a part of the slots and of the room, so the proven ones
 * always find some (decisions/callback-lanes.md).
 *
 * The first attempt of an event starts after those of the earlier events of its message (ADR-0037). If these
 * are in this process, it waits in its lane; otherwise it is deferred.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #lanes: CallbackLanes;
  readonly #slots: Slots;
  readonly #room: Room;
  /** Lanes that filled their share although they are fast. */
  readonly #full = new Set<Lane>();
  #isClosed = false;

  constructor(options: DispatcherOptions) {
    const { settings } = options;
    this.#options = options;
    this.#lanes = createCallbackLanes(settings, options);
    this.#slots = new Slots(settings.slots);
    this.#room = new Room(settings.capacity);
  }

  /** A callback that does not fit into its lane is deferred at once: it must not take up room. */
  dispatch(callback: PendingCallback): void {
    const now = this.#options.now();
    for (const evicted of this.#room.evict(now)) this.#putOff(evicted.lane, evicted.callback);
    const lane = this.#lanes.of(callback);
    const fits = this.#room.has(lane, now);
    if (this.#isClosed) this.#options.drop(callback);
    else if (!fits && !this.#room.waitsFor(lane, now)) this.#putOff(lane, callback);
    else {
      if (!fits) this.#full.add(lane);
      lane.blocked.add(callback);
      this.#room.enter(callback, lane, now);
      this.#options.firstAttempts.after(callback.earlier, (turn) => this.#unblock(lane, callback, turn));
    }
  }

  /** Decides how many callbacks to claim for each lane that is due, and for all of them at most. */
  visits(most: number): (lane: LaneKey) => Visit {
    return createVisits({ lanes: this.#lanes, room: this.#room, now: this.#options.now, most });
  }

  /** For operators. */
  inspect(): readonly LaneState[] {
    return inspectLanes(this.#lanes.all(), this.#options.now());
  }

  /**
   * A fast destination of the account has used up its share: waiting for it is cheaper than deferring its
   * callbacks.
   */
  isCongested(accountId: number): boolean {
    const now = this.#options.now();
    for (const lane of this.#full)
      if (this.#room.has(lane, now) || !this.#room.waitsFor(lane, now)) this.#full.delete(lane);
    return [...this.#full].some(({ key }) => key.accountId === accountId);
  }

  /** The account has registered a URL that answers: the pauses of its lanes end. */
  renewed(accountId: number): void {
    this.#lanes.probe(accountId);
  }

  /** Starts no further attempt; callbacks that wait or still arrive are dropped. */
  close(): void {
    this.#isClosed = true;
    for (const lane of this.#lanes.all()) this.#empty(lane, (callback) => this.#options.drop(callback));
  }

  #unblock(lane: Lane, callback: PendingCallback, turn: Turn): void {
    // It may have been deferred since.
    if (!lane.blocked.delete(callback)) return;
    if (turn === 'now') (callback.attempts > 0 ? lane.repeats : lane.waiting).push(callback);
    else {
      this.#room.leave(callback);
      this.#waitForOthers(callback);
    }
    this.#pump(lane);
  }

  #pump(lane: Lane): void {
    const { now } = this.#options;
    if (lane.circuit.concurrency(now()) === 0) this.#empty(lane, (one) => this.#putOff(lane, one));
    const startsOne = () => this.#startNext(lane, lane.repeats) || this.#startNext(lane, lane.waiting);
    while (lane.running < lane.limit(now()) && startsOne());
  }

  /** Whether there was one, and a slot for it. */
  #startNext(lane: Lane, queue: PendingCallback[]): boolean {
    const [callback] = queue;
    const slot = callback && this.#slots.take(lane, callback.attempts > 0, this.#options.now());
    if (callback === undefined || slot === undefined) return false;
    queue.shift();
    void this.#run(lane, callback, slot);
    return true;
  }

  async #run(lane: Lane, callback: PendingCallback, slot: Slot): Promise<void> {
    const { now, attempt, recovered, firstAttempts } = this.#options;
    const begun = lane.started(now());
    const outcome = await attempt(callback);
    if (outcome === 'not-made') lane.withdrawn(begun);
    else lane.ended(begun, now(), outcome);
    this.#room.leave(callback);
    if (outcome === 'accepted' && lane.mayHaveWaiting(now())) recovered(lane.key);
    // They are loaded again after the outcome is recorded, and find the receiver disabled (ADR-0018).
    if (outcome === 'gone') this.#empty(lane, (one) => this.#toNow(one));
    if (outcome !== 'not-made') firstAttempts.ended(callback);
    for (const other of this.#slots.give(slot)) this.#pump(other);
    this.#pump(lane);
  }

  #empty(lane: Lane, end: (callback: PendingCallback) => void): void {
    for (const callback of lane.takeWaiting()) {
      this.#room.leave(callback);
      end(callback);
    }
  }

  /**
   * Its lane has no room. Only a paused lane lets later events of the message go first: a full lane keeps
   * order.
   */
  #putOff(lane: Lane, callback: PendingCallback): void {
    const { firstAttempts, now, defer } = this.#options;
    const isPaused = lane.circuit.isLimiting && firstAttempts.haveEnded(callback.earlier);
    defer(callback, { dueInMs: 0, visitInMs: lane.visitIn(now()), isPaused });
    lane.putOff(now());
    if (isPaused) firstAttempts.ended(callback);
  }

  /** An earlier event of its message is not in this process. */
  #waitForOthers(callback: PendingCallback): void {
    const { now, defer } = this.#options;
    const waited = callback.firstDueAt === null ? 0 : now() - callback.firstDueAt;
    defer(callback, { dueInMs: lookAgainAfter(waited), visitInMs: null, isPaused: false });
  }

  /** The next load decides what becomes of it. */
  #toNow(callback: PendingCallback): void {
    this.#options.defer(callback, { dueInMs: 0, visitInMs: 0, isPaused: false });
  }
}

interface VisitsOptions {
  readonly lanes: CallbackLanes;
  readonly room: Room;
  readonly now: () => number;
  readonly most: number;
}

function createVisits({ lanes, room, now, most }: VisitsOptions): (key: LaneKey) => Visit {
  /** Claimed so far for lanes that are not proven, by account and by host. */
  const claimed = new Map<string, number>();
  const ofParty = (party: string) => claimed.get(party) ?? 0;
  let left = most;
  return (key) => {
    const lane = lanes.of(key);
    const isProven = lane.isProven(now());
    const found = Math.min(left, room.roomFor(lane, now(), Math.max(...lane.parties.map(ofParty))));
    left -= found;
    if (!isProven) for (const party of lane.parties) claimed.set(party, ofParty(party) + found);
    lane.visited(found > 0);
    if (found === 0) return { room: 0, againInMs: lane.visitIn(now()) };
    return { room: found, againInMs: isProven ? nextVisit.proven : nextVisit.other };
  };
}
