import type { Pool } from 'pg';
import { prepared } from '../store/prepared.ts';
import { t } from '../store/tables.ts';

/**
 * How long the oldest work that only waits for us has been due, in seconds: the first attempts of stages, timers and callbacks
 * that no replica has in memory. What is retried waits for a gateway or a receiver; what has a start time may be due with
 * many others; and a row that is locked is being claimed, so others could not do that work anyway.
 */
export async function readLag(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ lag: number }>(oldestDue([]));
  return rows[0]?.lag ?? 0;
}

const oldestDue = prepared`
select greatest(0, extract(epoch from now() - least(stage.at, callback.at)))::float8 as lag
from (select) as one
left join (
  select due_at as at from ${t.due}
  where owner is null and kind > 1 and is_first and due_at <= now()
  order by due_at
  limit 1
  for key share skip locked
) as stage on true
left join (
  select written_at as at from ${t.due}
  where owner is null and kind = 1 and is_first
  order by written_at
  limit 1
  for key share skip locked
) as callback on true`;
