import { createParcels, type Parcels } from './parcels.ts';
import type { Run } from './run.ts';

/** The lanes of an account that have not answered yet. They share the account's slots, so they share the wait for them. */
export interface Newcomers {
  started(run: Run): void;
  ended(run: Run): void;
  /** Milliseconds from now until there may be room for a callback that has waited so long already. */
  readonly delay: Parcels['delay'];
}

/** A guess before the first answer, in milliseconds, and attempts at once. */
const unknown = { latency: 100, running: 4 } as const;
const neverPaused = { isLimiting: false, pausedUntil: Number.NEGATIVE_INFINITY, pause: 0 } as const;

/**
 * An account that registers one hanging URL after the other has ever new lanes. Each alone would expect a quick answer, and
 * have its callbacks loaded again every second; together they know how long the account's attempts have taken so far.
 */
export function createNewcomers(random: () => number): Newcomers {
  /** In the order of their start. */
  const runs = new Set<Run>();

  function pace(now: number): number {
    const [oldest] = runs;
    const expected = Math.max(unknown.latency, now - (oldest?.startedAt ?? now));
    return expected / Math.max(unknown.running, runs.size);
  }

  const { delay } = createParcels({ circuit: neverPaused, random, pace });
  return {
    delay,
    started: (run) => void runs.add(run),
    ended: (run) => void runs.delete(run),
  };
}
