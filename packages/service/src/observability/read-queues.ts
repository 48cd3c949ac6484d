import type { Pool } from 'pg';
import { queues } from '../jobs/queues.ts';

/** The state of a job queue. */
export interface QueueState {
  readonly name: string;
  /** Due. A job or parcel holds up to 32 messages or events. */
  readonly ready: number;
  /** Due later. Of callbacks, the events that wait: 100,001 stands for any larger number. */
  readonly deferred: number;
  readonly active: number;
  /** How long the next has been due; 0 if none is. */
  readonly oldestSeconds: number;
}

/**
 * Reads the state of the queues. Jobs are not counted: pg-boss counts every 15 seconds and stores the result. The next job is
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
union all
select 'cascade-callback',
  (select count(*)::integer from (select from cascade.due where owner is null and kind = 1 limit 100001) as free),
  (select count(*)::integer from (select from cascade.waiting limit 100001) as waiting),
  (select count(*)::integer from cascade.due where owner is not null),
  coalesce((
    select greatest(extract(epoch from now() - written_at), 0) from cascade.due
    where owner is null and kind = 1 order by written_at limit 1
  ), 0)::float8
`;
