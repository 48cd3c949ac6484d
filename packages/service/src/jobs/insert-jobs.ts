import type { PoolClient } from 'pg';
import type { Db, JobInsert } from 'pg-boss';
import { insertedChannel, type Jobs } from './open-jobs.ts';
import type { QueueName } from './queues.ts';

export interface NewJob {
  readonly queue: QueueName;
  readonly data: object;
  /** Not before; at once without it. */
  readonly startAfter?: Date;
  /** A label to find the job by. It does not keep a second job with the same label out: handlers are idempotent. */
  readonly singletonKey?: string;
}

/**
 * Inserts jobs through the caller's transaction: they exist if and when it commits. One statement for each queue
 * concerned, and one that wakes the runners at the commit.
 */
export async function insertJobs(client: PoolClient, jobs: Jobs, list: readonly NewJob[]): Promise<void> {
  const db = throughClient(client);
  const now = Date.now();
  const runnable: string[] = [];
  for (const [queue, ofQueue] of Map.groupBy(list, ({ queue }) => queue)) {
    await jobs.boss.insert(queue, ofQueue.map(toInsert), { db });
    if (ofQueue.some(({ startAfter }) => startAfter === undefined || startAfter.getTime() <= now))
      runnable.push(queue);
  }
  if (runnable.length > 0)
    await client.query('select pg_notify($1, queue) from unnest($2::text[]) queue', [
      insertedChannel,
      runnable,
    ]);
}

/** Lets pg-boss work inside a transaction of ours. */
export function throughClient(client: PoolClient): Db {
  return { executeSql: (text, values) => client.query(text, values) };
}

function toInsert({ data, startAfter, singletonKey }: NewJob): JobInsert {
  return {
    data,
    ...(startAfter === undefined ? {} : { startAfter }),
    ...(singletonKey === undefined ? {} : { singletonKey }),
  };
}
