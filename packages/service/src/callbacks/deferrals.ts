import { type FirstAttempts, lookAgainAt } from './first-attempts.ts';
import type { Lane } from './lane.ts';
import type { Deferral } from './outcome-of.ts';
import type { PendingCallback } from './pending-callback.ts';

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
  readonly settings: { readonly perDestination: number };
  readonly firstAttempts: FirstAttempts;
  readonly now: () => number;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  /** Returns a callback to its queue: there is no room for it now, or it is not its turn. */
  defer(callback: PendingCallback, deferral: Deferral): void;
}

export function createDeferrals(options: DeferralOptions): Deferrals {
  const { settings, firstAttempts, now, random } = options;

  function deferTo(callback: PendingCallback, until: Date, backedOff = false): void {
    options.defer(callback, { until, backedOff });
    firstAttempts.deferred(callback.eventId, until);
  }

  return {
    putOff(lane, callback) {
      const backedOff = lane.circuit.isLimiting && firstAttempts.haveEnded(callback.earlier);
      deferTo(callback, lane.reserve(now(), settings.perDestination, random), backedOff);
      if (backedOff) firstAttempts.ended(callback.eventId);
    },
    waitForOthers(callback) {
      // Due together, they are fetched together, and need not be loaded again.
      const together = firstAttempts.dueAgainAt(callback.earlier);
      deferTo(callback, together > now() ? new Date(together) : lookAgainAt(callback.firstDueAt, now()));
    },
    toNow(callback) {
      deferTo(callback, new Date(now()));
    },
  };
}
