import type { Job } from 'pg-boss';
import { describeError, type Log } from '../log.ts';
import { isConnectionLost } from '../store/connection/is-connection-lost.ts';
import { inTransaction } from '../store/transaction.ts';
import type { Jobs } from './open-jobs.ts';
import type { QueueName } from './queues.ts';

export interface FetchOptions {
  readonly batchSize: number;
  readonly log: Log;
}

/**
 * Fetches jobs in a transaction that is committed once they have arrived: if the answer is lost, they can be fetched
 * again at once, and need not wait until their heartbeat is missed.
 */
export async function fetchJobs<Data extends object>(
  { boss, pool }: Jobs,
  queue: QueueName,
  { batchSize, log }: FetchOptions,
): Promise<readonly Job<Data>[]> {
  let fetched: readonly Job<Data>[] = [];
  try {
    await inTransaction(pool, async (client) => {
      const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
      fetched = await boss.fetch<Data>(queue, { batchSize, db });
    });
  } catch (error) {
    if (fetched.length === 0 || !isConnectionLost(error)) throw error;
    // The commit is under way. If it did not happen, another replica may run them as well: jobs are idempotent.
    log.warn({ queue, jobs: fetched.length, error: describeError(error) }, 'fetched jobs may not be held');
  }
  return fetched;
}
