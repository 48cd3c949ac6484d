import { isConnectionLost } from '../store/connection/errors.ts';
import { QueueFullError } from '../store/group-commit.ts';

/**
 * SQLSTATE classes 08 (connection exceptions), 40 (a transaction that collided with others), 53 (insufficient
 * resources) and 57 (operator intervention), a lock that is held too long, a transaction that was ended
 * because this process did nothing for seconds, and a read-only database, such as a standby before its
 * promotion.
 */
const transientState = /^(?:08|40|53|55P03|57|25P03|25006)/;

/** Advice for the operator, by SQLSTATE. */
const advices: ReadonlyMap<string, string> = new Map([
  ['53100', 'free some space on the disk of the database'],
  ['53300', 'raise max_connections of the database, or run fewer replicas'],
  ['25006', 'point DATABASE_URL at a writable server'],
]);

/** Whether the store is unavailable or overloaded, so that a retry may succeed: 503, not 500. */
export function isStoreAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isStoreAway);
  if (error instanceof QueueFullError || isConnectionLost(error)) return true;
  return error instanceof Error && transientState.test(codeOf(error));
}

/** Advice on an error of the store, if there is any. */
export function adviceOn(error: unknown): string | undefined {
  return error instanceof Error ? advices.get(codeOf(error)) : undefined;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
