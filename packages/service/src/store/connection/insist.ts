import { setTimeout } from 'node:timers/promises';
import { AbandonedDatabaseError } from './abandoned-database-error.ts';
import { isConnectionLost } from './is-connection-lost.ts';

export interface InsistOptions {
  /** Milliseconds after which work is not repeated any more. */
  readonly forMs: number;
  /** Milliseconds between two tries; 50 if absent. */
  readonly pauseMs?: number;
}

/**
 * Repeats work whose connection was lost, on another connection. The work may have been done by an earlier try, so it
 * must be idempotent.
 */
export async function insist<Result>(
  { forMs, pauseMs = 50 }: InsistOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + forMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthRepeating(error) || performance.now() + pauseMs > end) throw error;
      await setTimeout(pauseMs);
    }
  }
}

/** After the service has given the database up, no further connection leads to it. */
function isWorthRepeating(error: unknown): boolean {
  return isConnectionLost(error) && !(error instanceof AbandonedDatabaseError);
}
