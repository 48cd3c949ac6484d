import type { Pool } from 'pg';
import { queues } from '../jobs/queues.ts';

/** How a queue of jobs stands. */
export interface QueueState {
  readonly name: string;
  /** Due; one of them may be about up to 32 messages. */
  readonly ready: number;
  /** For later. */
  readonly deferred: number;
  readonly active: number;
  /** For how long the job that comes next has been due; 0 if none is. */
  readonly oldestSeconds: number;
}

/**
 * How the queues stand, without counting: pg-boss does that every 15 seconds anyway and keeps the result, and the job
 * that comes next is the first in the index that it fetches by. Jobs for later are passed over inside that index, which
 * takes 5 ms for 100,000 of them.
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
  select job.start_after from cascade_jobs.job
  where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
  order by job.priority desc, job.created_on
  limit 1
) as next on true
where queue.name = any($1)
`;
