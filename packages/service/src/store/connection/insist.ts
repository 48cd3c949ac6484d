import { setTimeout } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { AbandonedDatabaseError, isConnectionLost } from './errors.ts';

interface InsistOptions {
  /** Milliseconds after which work is not repeated any more. */
  readonly forMs: number;
  /** Milliseconds between two tries; 50 if absent. */
  readonly pauseMs?: number;
  /** Also repeats work that waited too long for a lock of another transaction. */
  readonly despiteLocks?: boolean;
}

/**
 * Repeats work whose connection was lost, on another connection, and work that the database rolled back to
 * end a deadlock. The work may have been done by an earlier try, so it must be idempotent.
 */
export async function insist<Result>(
  { forMs, pauseMs = 50, despiteLocks = false }: InsistOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + forMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isWorthIt = isWorthRepeating(error) || (despiteLocks && isLocked(error));
      if (!isWorthIt || performance.now() + pauseMs > end) throw error;
      await setTimeout(pauseMs);
    }
  }
}

/** After the service has given the database up, no further connection leads to it. */
function isWorthRepeating(error: unknown): boolean {
  if (stateOf(error) === deadlockDetected) return true;
  return isConnectionLost(error) && !(error instanceof AbandonedDatabaseError);
}

const deadlockDetected = '40P01';
const lockNotAvailable = '55P03';

/**
 * Whether work waited too long for a lock of another transaction. A deadlock ends like this, too, where the
 * wait is limited to the time after which the server looks for deadlocks, as it is for requests and jobs.
 */
export function isLocked(error: unknown): boolean {
  return stateOf(error) === lockNotAvailable;
}

/** The SQLSTATE of an error of the server. */
function stateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/**
 * SQLSTATE of class 22 (data), 23 (constraints) or 54 (too large for an index): the statement fails each
 * time. Other errors, such as a lost connection, concern every statement alike.
 */
export function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:2[23]|54)/.test(String(error.code));
}
