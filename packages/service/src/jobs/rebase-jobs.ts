import type { Pool } from 'pg';
import { inTransaction } from '../store/transaction.ts';
import { longestRetryDelay, queues } from './queues.ts';

/**
 * Finds jobs that were created in the future of the database's clock, which was set back since, and counts their delays
 * from now: they wait no longer than at first. A message that has a start time keeps it. Returns how many jobs waited.
 * Any number of replicas may do this at once; without such a step it reads two indexes.
 */
export async function rebaseJobs(pool: Pool): Promise<number> {
  const moved = await moveWaiting(pool);
  await moveClaims(pool);
  return moved;
}

/** Transactions that are under way at the same time began within this. */
const future = `now() + interval '1 second'`;

const fromTheFuture = `name = any($1) and priority = 0 and state < 'active' and not blocked and created_on > ${future}`;

/** All by the same step, so that they keep their order and their distances. */
async function moveWaiting(pool: Pool): Promise<number> {
  const names = Object.values(queues);
  const { rows } = await pool.query<{ seconds: number | null }>(stepBack, [names]);
  const seconds = rows[0]?.seconds ?? null;
  if (seconds === null) return 0;
  for (let total = 0; ; ) {
    const { rowCount } = await pool.query(moveJobs, [names, seconds, queues.stage]);
    total += rowCount ?? 0;
    if ((rowCount ?? 0) < jobsAtOnce) return total;
  }
}

/** How far the last job was created in the future: at most the step of the clock. */
const stepBack = `
select max(extract(epoch from last.created_on - now()))::float8 as seconds
from unnest($1::text[]) as queue (name)
cross join lateral (
  select created_on from cascade_jobs.job
  where job.name = queue.name and priority = 0 and state < 'active' and not blocked and created_on > ${future}
  order by created_on desc
  limit 1
) as last`;

/** What fits into a statement of a fraction of a second. */
const jobsAtOnce = 2_000;

/** In local time of UTC: Citus lets no update subtract from a time, which depends on the zone of the session. */
function earlier(column: string): string {
  return `(${column} at time zone 'UTC' - $2 * interval '1 second') at time zone 'UTC'`;
}

/** Only a start time puts off a stage that was not tried yet. */
const moveJobs = `
update cascade_jobs.job
set created_on = ${earlier('created_on')},
    start_after = case
      when name = $3 and state = 'created' and start_after > created_on then start_after
      else ${earlier('start_after')}
    end
where (name, id) in (
  select name, id from cascade_jobs.job where ${fromTheFuture} order by created_on limit ${jobsAtOnce} for update skip locked
)`;

/**
 * What was claimed in the future would not be claimed again until then: the upkeep of pg-boss, and with it the jobs of dead
 * replicas. The upkeep is claimed every 15 seconds, so its claims show the step.
 */
function moveClaims(pool: Pool): Promise<void> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `select from cascade_jobs.queue where monitor_claim_on > ${future} for update skip locked`,
    );
    if (rowCount === 0) return;
    for (const statement of claims) await client.query(statement);
  });
}

const atMostNow = (column: string) =>
  `${column} = case when ${column} > clock.now then clock.now else ${column} end`;

/** Not in the `case` itself: Citus refuses that. */
const clock = 'from (select now() as now offset 0) as clock';

const claims = [
  `update cascade_jobs.job set ${['started_on', 'heartbeat_on'].map(atMostNow).join(', ')}
   ${clock} where state = 'active' and heartbeat_on > ${future}`,
  `update cascade_jobs.job set start_after = now()
   where state = 'retry' and start_after > now() + interval '${longestRetryDelay} seconds'`,
  `update cascade_jobs.queue
   set ${['monitor_claim_on', 'monitor_on', 'maintain_on', 'delta_on'].map(atMostNow).join(', ')}
   ${clock}`,
  `update cascade_jobs.version
   set ${['cron_on', 'bam_on', 'flow_on', 'reindex_on', 'monitor_backoff_on'].map(atMostNow).join(', ')}
   ${clock}`,
];
