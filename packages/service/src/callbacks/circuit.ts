/** Milliseconds, but for the failures. */
export interface CircuitSettings {
  /** So many failures in a row, and a destination is left alone for a while. */
  readonly failures: number;
  /** For how long: at first, and at most; it doubles with every probe that fails. */
  readonly shortestPause: number;
  readonly longestPause: number;
}

/** Back-off of one destination. */
export interface Circuit {
  /** Attempts that may be under way at once: any number, none for now, or one that probes. */
  concurrency(now: number): number;
  /** When a probe may be made, and how long the present pause is. */
  readonly pausedUntil: number;
  readonly pause: number;
  succeeded(): void;
  failed(now: number): void;
  /** As if nothing had ever happened. */
  readonly untouched: boolean;
}

/** Closed, until a destination fails too often in a row; then one attempt at a time finds out if it is back. */
export function createCircuit({ failures: limit, shortestPause, longestPause }: CircuitSettings): Circuit {
  let failures = 0;
  let pause = 0;
  let pausedUntil = 0;
  return {
    get pausedUntil() {
      return pausedUntil;
    },
    get pause() {
      return pause;
    },
    get untouched() {
      return failures === 0;
    },
    concurrency(now) {
      if (failures < limit) return Number.POSITIVE_INFINITY;
      return now < pausedUntil ? 0 : 1;
    },
    succeeded() {
      failures = 0;
      pause = 0;
      pausedUntil = 0;
    },
    failed(now) {
      failures += 1;
      // Attempts that were under way when the pause began do not prolong it.
      if (failures < limit || now < pausedUntil) return;
      pause = Math.min(longestPause, Math.max(shortestPause, pause * 2));
      pausedUntil = now + pause;
    },
  };
}
