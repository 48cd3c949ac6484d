import type { PoolClient } from 'pg';
import type { JobInsert } from 'pg-boss';
import { prepared } from '../store/prepared.ts';
import { insertedChannel, type Jobs } from './open-jobs.ts';
import type { QueueName } from './queues.ts';
import { sendThrough } from './send-through.ts';

export interface NewJob {
  readonly queue: QueueName;
  readonly data: object;
  /** Not before; at once without it. */
  readonly startAfter?: Date;
  /** A label to find the job by. It does not keep a second job with the same label out: handlers are idempotent. */
  readonly singletonKey?: string;
}

/** Inserts jobs through the caller's transaction: they exist if and when it commits, and wake the runners then. */
export async function insertJobs(client: PoolClient, jobs: Jobs, list: readonly NewJob[]): Promise<void> {
  await Promise.all(await sendJobs(client, jobs, list));
}

/**
 * The same without waiting for the answers: comes back when the statements are on their way, one for each queue
 * concerned and one that wakes the runners, and gives their ends.
 */
export async function sendJobs(
  client: PoolClient,
  jobs: Jobs,
  list: readonly NewJob[],
): Promise<readonly Promise<unknown>[]> {
  const byQueue = [...Map.groupBy(list, ({ queue }) => queue)];
  const inserts = await Promise.all(
    byQueue.map(([queue, ofQueue]) =>
      sendThrough(client, (db) => jobs.boss.insert(queue, ofQueue.map(toInsert), { db })),
    ),
  );
  const now = Date.now();
  const runnable = byQueue.filter(([, ofQueue]) =>
    ofQueue.some(({ startAfter }) => startAfter === undefined || startAfter.getTime() <= now),
  );
  const ends = inserts.map(({ end }) => end);
  return runnable.length === 0
    ? ends
    : [
        ...ends,
        wake(
          client,
          runnable.map(([queue]) => queue),
        ),
      ];
}

function wake(client: PoolClient, queues: readonly string[]): Promise<unknown> {
  return client.query(notifySql([insertedChannel, queues]));
}

const notifySql = prepared('select pg_notify($1, queue) from unnest($2::text[]) queue');

function toInsert({ data, startAfter, singletonKey }: NewJob): JobInsert {
  return {
    data,
    ...(startAfter === undefined ? {} : { startAfter }),
    ...(singletonKey === undefined ? {} : { singletonKey }),
  };
}
