import type { Pool } from 'pg';
import { queues } from '../jobs/queues.ts';

/**
 * How long the oldest work that only waits for us has been due, in seconds: the first attempts of stages and timers, and of
 * callbacks that no replica has in memory. What is retried waits for a gateway or a receiver, and a row that is locked is being
 * claimed: a replica that stops in between keeps the lock, and others could not do that work anyway.
 */
export async function readLag(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ lag: number }>(oldestDue, [Object.values(queues)]);
  return rows[0]?.lag ?? 0;
}

const oldestDue = `
select greatest(0, jobs.lag, parcels.lag)::float8 as lag
from (
  select max(extract(epoch from now() - next.start_after)) as lag
  from unnest($1::text[]) as queue (name)
  cross join lateral (
    select job.start_after from cascade_jobs.job
    where job.name = queue.name and job.state < 'active' and job.state = 'created' and not job.blocked
      and job.start_after <= now()
    order by job.priority desc, job.created_on
    limit 1
    for key share skip locked
  ) as next
) as jobs
cross join (
  select max(extract(epoch from now() - next.written_at)) as lag
  from (
    select written_at from cascade.due
    where owner is null and kind = 1 and is_first
    order by written_at
    limit 1
    for key share skip locked
  ) as next
) as parcels`;
