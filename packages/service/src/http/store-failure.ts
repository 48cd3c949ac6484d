import { QueueFullError } from '../store/group-commit.ts';

/**
 * Connection exceptions, insufficient resources, operator intervention: SQLSTATE classes 08, 53 and 57; and a database
 * that takes no writes for now, as a standby before it is promoted.
 */
const transientState = /^(?:08|53|57|25006)/;
const transientCode = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
/** What pg and its pool say without a code; the last, when a connection broke just before it was used. */
const brokenConnection = /Connection terminated|timeout exceeded|is not queryable/;

/** What an operator can do, by SQLSTATE. */
const advices: ReadonlyMap<string, string> = new Map([
  ['53100', 'free some space on the disk of the database'],
  ['53300', 'let the database have more connections, or run fewer replicas'],
  ['25006', 'point DATABASE_URL at a server that takes writes'],
]);

/** Whether the store is away or behind, so that the same request may get through later: 503, not 500. */
export function isStoreAway(error: unknown): boolean {
  if (error instanceof QueueFullError) return true;
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return transientCode.has(code) || transientState.test(code) || brokenConnection.test(error.message);
}

/** What to do about an error of the store, where that is known. */
export function adviceOn(error: unknown): string | undefined {
  return error instanceof Error ? advices.get(codeOf(error)) : undefined;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
