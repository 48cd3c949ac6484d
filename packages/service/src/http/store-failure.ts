import { QueueFullError } from '../store/group-commit.ts';

/** Connection exceptions, insufficient resources, operator intervention: SQLSTATE classes 08, 53 and 57. */
const transientState = /^(?:08|53|57)/;
const transientCode = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
/** What pg and its pool say without a code; the last, when a connection broke just before it was used. */
const brokenConnection = /Connection terminated|timeout exceeded|is not queryable/;

/** Whether the store is away or behind, so that the same request may get through later: 503, not 500. */
export function isStoreAway(error: unknown): boolean {
  if (error instanceof QueueFullError) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return transientCode.has(code) || transientState.test(code) || brokenConnection.test(error.message);
}
