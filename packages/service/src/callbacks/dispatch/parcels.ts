import { eventsPerJob } from '../send-status-changes.ts';
import type { Circuit } from './circuit.ts';

/** When the callbacks of a lane that has no room are due again. */
export interface Parcels {
  /** Milliseconds from now, for a callback that has waited so long already. */
  delay(waited: number, now: number): number;
}

export interface ParcelOptions {
  readonly circuit: Pick<Circuit, 'isLimiting' | 'pausedUntil' | 'pause'>;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  /** Milliseconds that the destination needs for one callback. */
  pace(now: number): number;
}

const shortest = 500;
/** The longest delay of a callback is the time that it has waited, between these. */
const longest = { atLeast: 60_000, atMost: 1_800_000 } as const;
/** The longest delay after a pause, in pauses. */
const pauses = 6;

/**
 * The moments are spread over the time that the destination needs. If that is long, or if it is paused, callbacks
 * deferred one after the other are due together, as many as fit into a job: a row of the queue for each would cost more
 * than the callbacks. A callback that waits for hours is not fetched every minute: the delay grows with its age.
 */
export function createParcels({ circuit, random, pace }: ParcelOptions): Parcels {
  let nextRoom = Number.NEGATIVE_INFINITY;
  let together = { due: Number.NEGATIVE_INFINITY, left: 0 };

  function dueTogether(due: () => number, now: number): number {
    if (together.left === 0 || together.due < now + shortest) together = { due: due(), left: eventsPerJob };
    together.left -= 1;
    return together.due;
  }

  function dueAt(waited: number, now: number): number {
    const soonest = now + shortest;
    if (circuit.isLimiting) {
      const probed = Math.max(circuit.pausedUntil, soonest);
      // What comes during the probe need not come again before its end.
      const from = now < circuit.pausedUntil ? probed : Math.max(probed, now + pace(now));
      // Spread over the pause: not all of them may become due with the probe.
      const spread = Math.max(circuit.pause, Math.min(waited, pauses * circuit.pause));
      return dueTogether(() => from + random() * spread, now);
    }
    const limit = Math.min(longest.atMost, Math.max(longest.atLeast, waited));
    nextRoom = Math.max(nextRoom, soonest) + pace(now);
    if (nextRoom <= now + limit) return nextRoom;
    nextRoom = now + limit;
    return dueTogether(() => now + limit * (0.5 + random() / 2), now);
  }

  return { delay: (waited, now) => dueAt(waited, now) - now };
}
