import { type FirstAttempts, lookAgainAfter } from '../first-attempts.ts';
import type { Deferral } from '../outcome-of.ts';
import type { PendingCallback } from '../pending-callback.ts';
import type { Destination, Lane } from './lane.ts';
import type { Room } from './room.ts';

/** The reasons to return a callback to its queue without an attempt. */
export interface Deferrals {
  /** Its lane has no room. Only a paused lane lets later events of the message go first: a full lane keeps order. */
  putOff(lane: Lane, callback: PendingCallback): void;
  /** It answers: the callbacks that are parked for it, if any, return to the queue. */
  recall(lane: Lane): void;
  /** An earlier event of its message is not in this process. */
  waitForOthers(callback: PendingCallback): void;
  /** Another replica, or the next load, decides what becomes of it. */
  toNow(callback: PendingCallback): void;
}

export interface DeferralOptions {
  readonly firstAttempts: FirstAttempts;
  /** Milliseconds of a clock that no one sets. */
  readonly now: () => number;
  /** Returns a callback to its queue: there is no room for it now, or it is not its turn. */
  defer(callback: PendingCallback, deferral: Deferral): void;
  /**
   * The destination has taken a callback, and some may be parked for it; `room`: how many more it takes at the moment, or
   * undefined if it fails again; `inMs`: when to return those.
   */
  recovered(destination: Destination, room: () => number | undefined, inMs: number): void;
}

/** Milliseconds, while a destination takes callbacks: other processes may have parked some, and ended. */
const recallEvery = 300_000;

export function createDeferrals(options: DeferralOptions, room: Room): Deferrals {
  const { firstAttempts, now } = options;

  function deferFor(callback: PendingCallback, delayMs: number): void {
    options.defer(callback, { delayMs, parked: false });
    firstAttempts.deferred(callback.eventId, now() + delayMs);
  }

  function park(lane: Lane, callback: PendingCallback): void {
    options.defer(callback, { delayMs: lane.parkFor(waited(callback), now()), parked: true });
    lane.recallAt = Number.NEGATIVE_INFINITY;
    firstAttempts.ended(callback);
  }

  const waited = ({ firstDueAt }: PendingCallback) => (firstDueAt === null ? 0 : now() - firstDueAt);

  /** Due together, they are fetched together, and need not be loaded again. */
  const togetherWith = ({ earlier }: PendingCallback) => firstAttempts.dueAgainAt(earlier) - now();

  return {
    putOff(lane, callback) {
      if (lane.circuit.isLimiting && firstAttempts.haveEnded(callback.earlier)) park(lane, callback);
      // Not before the earlier events of its message.
      else deferFor(callback, Math.max(lane.delay(waited(callback), now()), togetherWith(callback)));
    },
    recall(lane) {
      if (now() < lane.recallAt) return;
      lane.recallAt = Math.max(now(), lane.recallAt + recallEvery);
      const roomFor = () => (lane.circuit.isLimiting ? undefined : room.roomFor(lane, now()));
      options.recovered(lane.destination, roomFor, lane.recallAt - now());
    },
    waitForOthers(callback) {
      const together = togetherWith(callback);
      deferFor(callback, together > 0 ? together : lookAgainAfter(waited(callback)));
    },
    toNow(callback) {
      deferFor(callback, 0);
    },
  };
}
