import type { Turn } from '../first-attempts.ts';
import type { PendingCallback } from '../pending-callback.ts';
import type { AttemptResult } from '../post-callback.ts';
import { createDeferrals, type DeferralOptions } from './deferrals.ts';
import { inspectLanes, type LaneState } from './inspect-lanes.ts';
import type { Lane, LaneSettings } from './lane.ts';
import { createLanes } from './lanes.ts';
import type { OwnLoad } from './own-load.ts';
import { createRoom } from './room.ts';
import { createSlots, type Slot, type SlotSettings } from './slots.ts';

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

export interface DispatcherOptions extends DeferralOptions {
  readonly settings: DispatcherSettings;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  readonly ownLoad: OwnLoad;
  /** Makes an attempt and has it recorded; resolves to its outcome. Never rejects. */
  attempt(callback: PendingCallback): Promise<AttemptResult['outcome']>;
}

export interface Dispatcher {
  /** A fast destination has used up its share: waiting for it is cheaper than deferring its callbacks. */
  readonly congested: boolean;
  dispatch(callback: PendingCallback): void;
  /** For operators. */
  inspect(): readonly LaneState[];
  /** The account has registered a URL that answers: the pauses of its lanes end. */
  renewed(accountId: number): void;
  /** Starts no further attempt; callbacks that wait or still arrive are deferred, for another replica. */
  close(): void;
}

/**
 * Isolates destinations (ADR-0018). Each has a lane with its own limit, learned from its answers, and its own
 * back-off. Lanes that are slow, silent or new share a part of the slots and of the room, so the proven ones always
 * find some (decisions/callback-lanes.md).
 *
 * The first attempt of an event starts after those of the earlier events of its message (ADR-0037). If these are
 * in this process, it waits in its lane; otherwise it is deferred.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { settings, firstAttempts, now, attempt } = options;
  const lanes = createLanes(settings, options);
  const slots = createSlots(settings.slots);
  const room = createRoom(settings.capacity);
  const deferrals = createDeferrals(options, room);
  /** Lanes that filled their share although they are fast. */
  const full = new Set<Lane>();
  let closed = false;

  /** A callback that does not fit into its lane is deferred at once: it must not take up room. */
  function dispatch(callback: PendingCallback): void {
    for (const evicted of room.evict(now())) deferrals.putOff(evicted.lane, evicted.callback);
    const lane = lanes.of(callback);
    const fits = room.has(lane, now());
    if (closed) deferrals.toNow(callback);
    else if (!fits && !room.waitsFor(lane, now())) deferrals.putOff(lane, callback);
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
      deferrals.waitForOthers(callback);
    }
    pump(lane);
  }

  function pump(lane: Lane): void {
    if (lane.circuit.concurrency(now()) === 0) deferWaiting(lane, (one) => deferrals.putOff(lane, one));
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
    lane.ended(begun, now(), outcome);
    room.leave(callback);
    if (outcome === 'accepted') deferrals.recall(lane);
    // They are loaded again after the outcome is recorded, and find the receiver disabled (ADR-0018).
    if (outcome === 'gone') deferWaiting(lane, deferrals.toNow);
    firstAttempts.ended(callback);
    for (const other of slots.give(slot)) pump(other);
    pump(lane);
  }

  function deferWaiting(lane: Lane, deferral: (callback: PendingCallback) => void): void {
    for (const callback of lane.takeWaiting()) {
      room.leave(callback);
      deferral(callback);
    }
  }

  return {
    dispatch,
    inspect: () => inspectLanes(lanes.all(), now()),
    get congested() {
      for (const lane of full) if (room.has(lane, now()) || !room.waitsFor(lane, now())) full.delete(lane);
      return full.size > 0;
    },
    renewed: lanes.probe,
    close() {
      closed = true;
      for (const lane of lanes.all()) deferWaiting(lane, deferrals.toNow);
    },
  };
}
