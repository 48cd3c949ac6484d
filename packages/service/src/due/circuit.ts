/** Pauses are in milliseconds. */
export interface CircuitSettings {
  /** Consecutive failures that open the circuit. */
  readonly failures: number;
  /** The shortest pause, and the longest; it doubles with every probe that fails. */
  readonly shortestPause: number;
  readonly longestPause: number;
}

/** The circuit breaker of one destination. Times are milliseconds of a clock that no one sets. */
export type Circuit = ReturnType<typeof createCircuit>;

/** An attempt that held its slot for five seconds counts as five failures: two time-outs open the circuit. */
const long = { milliseconds: 5_000, failures: 5 } as const;

/**
 * Starts closed. After too many consecutive failures it opens, and single probes find out whether it can
 * close.
 *
 * @param random From 0 to 1, for jitter.
 */
export function createCircuit(
  { failures: limit, shortestPause, longestPause }: CircuitSettings,
  random: () => number,
) {
  let failures = 0;
  let pause = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;

  function pauseFor(now: number, took: number): void {
    // Attempts that were under way when the pause began do not prolong it.
    if (now < pausedUntil) return;
    // Not shorter than the attempt: probes of a silent destination must not follow one another.
    pause = Math.min(longestPause, Math.max(shortestPause, took, pause * 2));
    // Replicas and lanes that were paused together do not probe together.
    pausedUntil = now + pause * (1 + random() / 10);
  }

  return {
    /** When the next probe may be made. */
    get pausedUntil(): number {
      return pausedUntil;
    },
    /** Open, or probing. */
    get isLimiting(): boolean {
      return failures >= limit;
    },
    /** No failure since the last success. */
    get untouched(): boolean {
      return failures === 0;
    },
    /** Attempts allowed at once: unlimited when closed, 0 during a pause, 1 as a probe after it. */
    concurrency(now: number): number {
      if (failures < limit) return Number.POSITIVE_INFINITY;
      return now < pausedUntil ? 0 : 1;
    },
    succeeded(): void {
      failures = 0;
      pause = 0;
      pausedUntil = Number.NEGATIVE_INFINITY;
    },
    /** Opens it, whatever was before: single probes find out. */
    open(now: number): void {
      failures = limit;
      pauseFor(now, 0);
    },
    /** Ends the pause: the next attempt is a probe. */
    probeNow(): void {
      pausedUntil = Number.NEGATIVE_INFINITY;
    },
    /** After an attempt that took that time. */
    failed(now: number, took: number): void {
      failures += took >= long.milliseconds ? long.failures : 1;
      if (failures >= limit) pauseFor(now, took);
    },
  };
}
