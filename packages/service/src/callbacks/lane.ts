import { type Circuit, type CircuitSettings, createCircuit } from './circuit.ts';
import type { PendingCallback } from './pending-callback.ts';

/** All that is known of one destination in this process. */
export interface Lane {
  readonly waiting: PendingCallback[];
  running: number;
  readonly circuit: Circuit;
  /** When there will be room for one more, and that it is taken. */
  reserve(now: number, perDestination: number, random: () => number): Date;
  started(now: number): void;
  ended(now: number, startedAt: number): void;
  /** Whether it takes callbacks as quickly as they could be put back into the queue. */
  isFast(now: number, perDestination: number): boolean;
}

const shortestDeferral = 500;
const longestDeferral = 60_000;
/** For one callback; about what it costs to fetch it and to put it back. */
const fast = 1;
/** A destination that has ended no attempt for so long is not fast, whatever it was before. */
const stalled = 100;

/** A lane without callbacks. */
export function createLane(settings: CircuitSettings): Lane {
  const circuit = createCircuit(settings);
  // A new destination is not fast until it has shown it.
  let latency = 100;
  let progressAt = 0;
  let nextRoom = 0;
  return {
    waiting: [],
    running: 0,
    circuit,
    started(now) {
      if (this.running === 0) progressAt = now;
      this.running += 1;
    },
    ended(now, startedAt) {
      this.running -= 1;
      progressAt = now;
      latency += (now - startedAt - latency) / 8;
    },
    isFast(now, perDestination) {
      return latency / perDestination <= fast && (this.running === 0 || now - progressAt <= stalled);
    },
    reserve(now, perDestination, random) {
      if (circuit.concurrency(now) < Number.POSITIVE_INFINITY) {
        // Spread, so that not all come back with the probe.
        const from = Math.max(circuit.pausedUntil, now + shortestDeferral);
        return new Date(from + random() * circuit.pause);
      }
      nextRoom = Math.max(nextRoom, now + shortestDeferral) + latency / perDestination;
      if (nextRoom > now + longestDeferral) return new Date(now + longestDeferral * (0.5 + random() / 2));
      return new Date(nextRoom);
    },
  };
}
