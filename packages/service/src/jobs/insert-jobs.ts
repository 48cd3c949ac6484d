import type { PoolClient } from 'pg';
import type { JobInsert } from 'pg-boss';
import { defined } from '../defined.ts';
import { prepared } from '../store/prepared.ts';
import type { Jobs } from './open-jobs.ts';
import type { QueueName } from './queues.ts';
import { sendThrough } from './send-through.ts';

export interface NewJob {
  readonly queue: QueueName;
  readonly data: object;
  /** The earliest start, which a caller has asked for; immediately if absent. */
  readonly startAfter?: Date;
  /** The same in milliseconds from now. The database adds them to its own clock. */
  readonly delayMs?: number;
  /** A label to find the job by. It is not unique: handlers are idempotent. */
  readonly singletonKey?: string;
}

/** Inserts jobs in the caller's transaction. Its commit makes them visible and wakes the consumers. */
export async function insertJobs(client: PoolClient, jobs: Jobs, list: readonly NewJob[]): Promise<void> {
  await Promise.all(await sendJobs(client, jobs, list));
}

/**
 * The same, but resolves when the statements are under way, to their results: one insert per queue, and one
 * notification.
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
  const runnable = byQueue.filter(([, ofQueue]) =>
    ofQueue.some(({ startAfter, delayMs = 0 }) => delayMs <= 0 && startAfter === undefined),
  );
  const statements: Promise<unknown>[] = inserts.map(({ end }) => end);
  const wakes = runnable.map(([queue]) => queue);
  if (wakes.length > 0) statements.push(client.query(notifySql([jobs.channel, wakes])));
  return statements;
}

const notifySql = prepared('select pg_notify($1, queue) from unnest($2::text[]) queue');

function toInsert({ data, startAfter, delayMs, singletonKey }: NewJob): JobInsert {
  const after = delayMs === undefined ? startAfter : `${delayMs} milliseconds`;
  return defined({ data, startAfter: after, singletonKey });
}
