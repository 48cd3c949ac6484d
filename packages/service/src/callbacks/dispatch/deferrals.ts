import { type FirstAttempts, lookAgainAfter } from '../first-attempts.ts';
import type { Deferral } from '../outcome-of.ts';
import type { PendingCallback } from '../pending-callback.ts';
import type { Lane } from './lane.ts';

/** The reasons to return a callback to its queue without an attempt. */
export interface Deferrals {
  /** Its lane has no room. Only a back-off lets later events of the message go first: a full lane keeps order. */
  putOff(lane: Lane, callback: PendingCallback): void;
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
}

export function createDeferrals(options: DeferralOptions): Deferrals {
  const { firstAttempts, now } = options;

  function deferFor(callback: PendingCallback, delayMs: number, backedOff = false): void {
    options.defer(callback, { delayMs, backedOff });
    firstAttempts.deferred(callback.eventId, now() + delayMs);
  }

  const waited = ({ firstDueAt }: PendingCallback) => (firstDueAt === null ? 0 : now() - firstDueAt);

  /** Due together, they are fetched together, and need not be loaded again. */
  const togetherWith = ({ earlier }: PendingCallback) => firstAttempts.dueAgainAt(earlier) - now();

  return {
    putOff(lane, callback) {
      const backedOff = lane.circuit.isLimiting && firstAttempts.haveEnded(callback.earlier);
      // Not before the earlier events of its message.
      const delay = Math.max(lane.delay(waited(callback), now()), togetherWith(callback));
      deferFor(callback, delay, backedOff);
      if (backedOff) firstAttempts.ended(callback);
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
