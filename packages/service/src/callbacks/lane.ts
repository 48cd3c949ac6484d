import { type Circuit, type CircuitSettings, createCircuit } from './circuit.ts';
import type { PendingCallback } from './pending-callback.ts';

/** What this process knows of one destination. */
export interface Lane {
  readonly waiting: PendingCallback[];
  /** Those that wait for earlier events of their messages (ADR-0037). */
  readonly blocked: Set<PendingCallback>;
  running: number;
  /** All of these together. */
  readonly size: number;
  /** Removes all but those under way. */
  takeWaiting(): readonly PendingCallback[];
  readonly circuit: Circuit;
  /** When the lane will have room for one more callback; reserves that slot. */
  reserve(now: number, perDestination: number, random: () => number): Date;
  started(now: number): void;
  ended(now: number, startedAt: number): void;
  /** Whether it takes callbacks as quickly as they could be deferred. */
  isFast(now: number, perDestination: number): boolean;
}

const shortestDeferral = 500;
const longestDeferral = 60_000;
/** Milliseconds per callback; about the cost of deferring and fetching it again. */
const fast = 1;
/** Milliseconds without a finished attempt after which a destination no longer counts as fast. */
const stalled = 100;

/** A lane without callbacks. */
export function createLane(settings: CircuitSettings): Lane {
  const circuit = createCircuit(settings);
  // Milliseconds. A new destination does not count as fast until measured.
  let latency = 100;
  let progressAt = 0;
  let nextRoom = 0;
  return {
    waiting: [],
    blocked: new Set(),
    running: 0,
    circuit,
    get size() {
      return this.running + this.waiting.length + this.blocked.size;
    },
    takeWaiting() {
      const taken = [...this.waiting.splice(0), ...this.blocked];
      this.blocked.clear();
      return taken;
    },
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
      if (circuit.isLimiting) {
        // Spread over the pause: not all of them may become due with the probe.
        const from = Math.max(circuit.pausedUntil, now + shortestDeferral);
        return new Date(from + random() * circuit.pause);
      }
      nextRoom = Math.max(nextRoom, now + shortestDeferral) + latency / perDestination;
      if (nextRoom > now + longestDeferral) return new Date(now + longestDeferral * (0.5 + random() / 2));
      return new Date(nextRoom);
    },
  };
}
