import type { Pool } from 'pg';
import { queues } from '../jobs/queues.ts';

/** The state of a job queue. */
export interface QueueState {
  readonly name: string;
  /** Due. A stage job holds up to 32 messages. */
  readonly ready: number;
  /** Due later. */
  readonly deferred: number;
  readonly active: number;
  /** How long the next job has been due; 0 if none is. */
  readonly oldestSeconds: number;
}

/**
 * Reads the state of the queues without counting: pg-boss counts every 15 seconds and stores the result. The next job is
 * the first in the index that pg-boss fetches by, or the first that was not tried: retries are fetched before it, and are
 * never due for long. Skipping 100,000 deferred jobs in that index takes 5 ms.
 */
export async function readQueues(pool: Pool): Promise<readonly QueueState[]> {
  const { rows } = await pool.query<QueueState>(queueStates, [Object.values(queues)]);
  return rows;
}

const queueStates = `
select queue.name, ready_count as ready, deferred_count as deferred, active_count as active,
  coalesce(extract(epoch from now() - next.start_after), 0)::float8 as "oldestSeconds"
from cascade_jobs.queue
left join lateral (
  select min(start_after) as start_after from (
    (select start_after from cascade_jobs.job
     where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
     order by job.priority desc, job.created_on
     limit 1)
    union all
    (select start_after from cascade_jobs.job
     where job.name = queue.name and job.state < 'active' and job.state = 'created' and not job.blocked
       and job.start_after <= now()
     order by job.priority desc, job.created_on
     limit 1)
  ) as heads
) as next on true
where queue.name = any($1)
`;
