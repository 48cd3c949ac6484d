import { eventsPerJob } from '../callback-jobs.ts';
import type { Circuit } from './circuit.ts';

/** When the callbacks of a lane that has no room are due again: milliseconds from now. */
export interface Parcels {
  /** For a callback that has waited so long already and goes back to the queue. */
  delay(waited: number, now: number): number;
  /** For a callback that is parked while the lane is paused. A few are due with the next probe, the others much later. */
  parkFor(waited: number, now: number): number;
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
/** Callbacks that are due with the next probe, of which one is the probe. */
const probesAtOnce = 4;
/** A parked callback is due after the time that it has waited, between these. A receiver that answers ends that. */
const parked = { atLeast: 1_800_000, atMost: 21_600_000 } as const;

/**
 * The moments are spread over the time that the destination needs. If that is long, callbacks deferred one after the
 * other are due together, as many as fit into a job: a row of the queue for each would cost more than the callbacks. A
 * callback that waits for hours is not fetched every minute: the delay grows with its age.
 */
export function createParcels({ circuit, random, pace }: ParcelOptions): Parcels {
  let nextRoom = Number.NEGATIVE_INFINITY;
  let together = { due: Number.NEGATIVE_INFINITY, left: 0 };
  let probes = { due: Number.NEGATIVE_INFINITY, left: 0 };

  function dueTogether(due: () => number, now: number): number {
    if (together.left === 0 || together.due < now + shortest) together = { due: due(), left: eventsPerJob };
    together.left -= 1;
    return together.due;
  }

  function nextProbe(now: number): number {
    const probed = Math.max(circuit.pausedUntil, now + shortest);
    // What comes during the probe need not come again before its end.
    return now < circuit.pausedUntil ? probed : Math.max(probed, now + pace(now));
  }

  function parkedUntil(waited: number, now: number): number {
    if (probes.due < now + shortest) {
      // Replicas and lanes that were paused together do not probe together.
      probes = { due: nextProbe(now) + random() * (circuit.pause / 10), left: probesAtOnce };
    }
    if (probes.left > 0) {
      probes.left -= 1;
      return probes.due;
    }
    return now + Math.min(parked.atMost, Math.max(parked.atLeast, waited)) * (0.5 + random() / 2);
  }

  function dueAt(waited: number, now: number): number {
    if (circuit.isLimiting) return nextProbe(now);
    const soonest = now + shortest;
    const limit = Math.min(longest.atMost, Math.max(longest.atLeast, waited));
    nextRoom = Math.max(nextRoom, soonest) + pace(now);
    if (nextRoom <= now + limit) return nextRoom;
    nextRoom = now + limit;
    return dueTogether(() => now + limit * (0.5 + random() / 2), now);
  }

  return {
    delay: (waited, now) => dueAt(waited, now) - now,
    parkFor: (waited, now) => parkedUntil(waited, now) - now,
  };
}
