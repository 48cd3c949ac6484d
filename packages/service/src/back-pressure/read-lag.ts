import type { Pool } from 'pg';
import { queues } from '../jobs/queues.ts';

/**
 * How long the oldest work that only waits for us has been due, in seconds: the first attempts of stages, timers and
 * callbacks. What is retried waits for a gateway or a receiver, and a job whose row is locked is being fetched: a replica that
 * stops in between keeps the lock, and others could not do that job anyway. Reads the next job of each queue by the index that
 * pg-boss fetches by.
 */
export async function readLag(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ lag: number }>(oldestDue, [Object.values(queues), queues.callback]);
  return rows[0]?.lag ?? 0;
}

const oldestDue = `
select coalesce(max(extract(epoch from now() - next.start_after)), 0)::float8 as lag
from unnest($1::text[]) as queue (name)
cross join lateral (
  select job.start_after from cascade_jobs.job
  where job.name = queue.name and job.state < 'active' and job.state = 'created' and not job.blocked
    and job.start_after <= now()
    and (job.name <> $2 or job.start_after <= job.created_on)
  order by job.priority desc, job.created_on
  limit 1
  for key share skip locked
) as next`;
