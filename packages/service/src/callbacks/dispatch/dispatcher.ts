import type { LaneKey, Visit } from '../../due/waiting.ts';
import { type FirstAttempts, lookAgainAfter, type Turn } from '../fresh-events.ts';
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
import { createRoom, createSlots, type Room, type Slot, type SlotSettings } from './room.ts';

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

/** The destinations of this process. */
export type Dispatcher = ReturnType<typeof createDispatcher>;

/**
 * Isolates destinations (ADR-0018). Each has a lane with its own limit, learned from its answers, and its own
 * back-off. Lanes that are slow, silent or new share a part of the slots and of the room, so the proven ones
 * always find some (decisions/due-work.md).
 *
 * The first attempt of an event starts after those of the earlier events of its message (ADR-0037). If these
 * are in this process, it waits in its lane; otherwise it is deferred.
 */
export function createDispatcher(options: DispatcherOptions) {
  const { settings, firstAttempts, now, attempt } = options;
  const lanes = createCallbackLanes(settings, options);
  const slots = createSlots(settings.slots);
  const room = createRoom(settings.capacity);
  const { putOff, waitForOthers, toNow } = createDeferrals(options);
  /** Lanes that filled their share although they are fast. */
  const full = new Set<Lane>();
  let closed = false;

  /** A callback that does not fit into its lane is deferred at once: it must not take up room. */
  function dispatch(callback: PendingCallback): void {
    for (const evicted of room.evict(now())) putOff(evicted.lane, evicted.callback);
    const lane = lanes.of(callback);
    const fits = room.has(lane, now());
    if (closed) options.drop(callback);
    else if (!fits && !room.waitsFor(lane, now())) putOff(lane, callback);
    else {
      if (!fits) full.add(lane);
      lane.blocked.add(callback);
      room.enter(callback, lane, now());
      firstAttempts.after(callback.earlier, (turn) => unblock(lane, callback, turn));
    }
  }

  function unblock(lane: Lane, callback: PendingCallback, turn: Turn): void {
    // It may have been deferred since.
    if (!lane.blocked.delete(callback)) return;
    if (turn === 'now') (callback.attempts > 0 ? lane.repeats : lane.waiting).push(callback);
    else {
      room.leave(callback);
      waitForOthers(callback);
    }
    pump(lane);
  }

  function pump(lane: Lane): void {
    if (lane.circuit.concurrency(now()) === 0) empty(lane, room, (one) => putOff(lane, one));
    const startsOne = () => startNext(lane, lane.repeats) || startNext(lane, lane.waiting);
    while (lane.running < lane.limit(now()) && startsOne());
  }

  /** Whether there was one, and a slot for it. */
  function startNext(lane: Lane, queue: PendingCallback[]): boolean {
    const [callback] = queue;
    const slot = callback && slots.take(lane, callback.attempts > 0, now());
    if (callback === undefined || slot === undefined) return false;
    queue.shift();
    void run(lane, callback, slot);
    return true;
  }

  async function run(lane: Lane, callback: PendingCallback, slot: Slot): Promise<void> {
    const begun = lane.started(now());
    const outcome = await attempt(callback);
    if (outcome === 'not-made') lane.withdrawn(begun);
    else lane.ended(begun, now(), outcome);
    room.leave(callback);
    if (outcome === 'accepted' && lane.mayHaveWaiting(now())) options.recovered(lane.key);
    // They are loaded again after the outcome is recorded, and find the receiver disabled (ADR-0018).
    if (outcome === 'gone') empty(lane, room, toNow);
    if (outcome !== 'not-made') firstAttempts.ended(callback);
    for (const other of slots.give(slot)) pump(other);
    pump(lane);
  }

  return {
    dispatch,
    /** Decides how many callbacks to claim for each lane that is due, and for all of them at most. */
    visits: (most: number) => createVisits({ lanes, room, now, most }),
    /** For operators. */
    inspect: (): readonly LaneState[] => inspectLanes(lanes.all(), now()),
    /**
     * A fast destination of the account has used up its share: waiting for it is cheaper than deferring its
     * callbacks.
     */
    isCongested(accountId: number): boolean {
      for (const lane of full) if (room.has(lane, now()) || !room.waitsFor(lane, now())) full.delete(lane);
      return [...full].some(({ key }) => key.accountId === accountId);
    },
    /** The account has registered a URL that answers: the pauses of its lanes end. */
    renewed: lanes.probe,
    /** Starts no further attempt; callbacks that wait or still arrive are dropped. */
    close(): void {
      closed = true;
      for (const lane of lanes.all()) empty(lane, room, options.drop);
    },
  };
}

function empty(lane: Lane, room: Room, end: (callback: PendingCallback) => void): void {
  for (const callback of lane.takeWaiting()) {
    room.leave(callback);
    end(callback);
  }
}

/** The reasons to have a callback wait in the database, without an attempt. */
function createDeferrals({ firstAttempts, now, defer }: DispatcherOptions) {
  return {
    /**
     * Its lane has no room. Only a paused lane lets later events of the message go first: a full lane keeps
     * order.
     */
    putOff(lane: Lane, callback: PendingCallback): void {
      const isPaused = lane.circuit.isLimiting && firstAttempts.haveEnded(callback.earlier);
      defer(callback, { dueInMs: 0, visitInMs: lane.visitIn(now()), isPaused });
      lane.putOff(now());
      if (isPaused) firstAttempts.ended(callback);
    },
    /** An earlier event of its message is not in this process. */
    waitForOthers(callback: PendingCallback): void {
      const waited = callback.firstDueAt === null ? 0 : now() - callback.firstDueAt;
      defer(callback, { dueInMs: lookAgainAfter(waited), visitInMs: null, isPaused: false });
    },
    /** The next load decides what becomes of it. */
    toNow(callback: PendingCallback): void {
      defer(callback, { dueInMs: 0, visitInMs: 0, isPaused: false });
    },
  };
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
