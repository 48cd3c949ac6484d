import type { Pool } from 'pg';
import type { Jobs } from '../jobs/open-jobs.ts';
import type { QueueName } from '../jobs/queues.ts';

/**
 * Does at once what happens when a process that holds jobs has been silent for 30 seconds: the jobs that are held are
 * given back, and can be fetched without the pause of a retry.
 */
export async function forgetHolder(pool: Pool, jobs: Jobs, queue: QueueName): Promise<void> {
  await pool.query(
    "update cascade_jobs.job set heartbeat_on = now() - interval '1 day' where state = 'active'",
  );
  await pool.query('update cascade_jobs.queue set monitor_claim_on = null, monitor_on = null');
  await jobs.supervise(queue);
  await pool.query("update cascade_jobs.job set start_after = now() where name = $1 and state = 'retry'", [
    queue,
  ]);
}
