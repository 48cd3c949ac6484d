import type { Db, Job } from 'pg-boss';
import type { Jobs } from './open-jobs.ts';
import type { QueueName } from './queues.ts';

/**
 * Deletes jobs whose work is done: no part of the service asks for them afterwards, and what pg-boss completes it deletes
 * later, in a second write. Fenced by pg-boss to the fetch: a consumer that lost its jobs to another one changes nothing.
 */
export async function completeJobs<Data extends object>(
  { boss }: Jobs,
  queue: QueueName,
  completed: readonly Job<Data>[],
  db: Db,
): Promise<void> {
  await boss.deleteJob(queue, [...completed], { db });
}
