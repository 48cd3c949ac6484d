import type { Pool, PoolClient } from 'pg';
import type { Db, PgBoss } from 'pg-boss';
import { describeError, type Log } from '../log.ts';
import { inTransaction } from '../store/transaction.ts';
import { type QueueName, queues } from './queues.ts';

export interface SupervisionOptions {
  readonly boss: PgBoss;
  readonly pool: Pool;
  readonly log: Log;
}

export interface Supervision {
  /** Resolves when the pass under way has ended. */
  stop(): Promise<void>;
}

/** Milliseconds. As often as pg-boss does it (see `openJobs`). */
const every = 15_000;

/**
 * Does for a shard what pg-boss does for a single database: Citus refuses those statements of pg-boss. Any number of replicas
 * may do this at once; each pass is made by one of them.
 */
export function superviseShard({ boss, pool, log }: SupervisionOptions): Supervision {
  let pass = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    pass = supervise(pool, boss)
      .catch((error) => log.error({ error: describeError(error) }, 'the upkeep of the jobs failed'))
      .finally(() => {
        isRunning = false;
      });
  }, every);
  return {
    stop() {
      clearInterval(timer);
      return pass;
    },
  };
}

/** One pass, unless a replica has begun one within the last seconds. */
export async function supervise(pool: Pool, boss: PgBoss, queue?: QueueName): Promise<void> {
  const names = queue === undefined ? Object.values(queues) : [queue];
  const { rowCount } = await pool.query(claimSql, [names]);
  if (rowCount === 0) return;
  await untilFewer(() => inTransaction(pool, (client) => failOverdue(client, boss, names)));
  await untilFewer(async () => (await pool.query(deleteSql, [names])).rowCount ?? 0);
  await pool.query(countSql, [names]);
}

/** Rows of one transaction, which takes a fraction of a second. */
const atOnce = 1_000;

async function untilFewer(work: () => Promise<number>): Promise<void> {
  while ((await work()) === atOnce);
}

/** Has jobs run again whose consumer is dead, or has had them for too long. */
async function failOverdue(client: PoolClient, boss: PgBoss, names: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ name: string; id: string }>(overdueSql, [names]);
  const db: Db = { executeSql: (text, values) => client.query(text, values) };
  for (const [name, jobs] of Map.groupBy(rows, (row) => row.name)) {
    const ids = jobs.map(({ id }) => id);
    await boss.fail(name, ids, { value: { message: 'job timed out' } }, { db });
  }
  return rows.length;
}

/** The clock is read in a subquery: Citus refuses it beside columns of the table that is updated. */
const claimSql = `
update cascade_jobs.queue
set monitor_claim_on = clock.now
from (select now() as now, now() - interval '14 seconds' as before offset 0) as clock
where name = any($1) and coalesce(monitor_claim_on, '-infinity') <= clock.before`;

const overdueSql = `
select name, id from cascade_jobs.job
where name = any($1) and state = 'active' and (
  started_on + expire_seconds * interval '1 second' < now()
  or heartbeat_on + heartbeat_seconds * interval '1 second' < now()
)
limit ${atOnce}
for update skip locked`;

const deleteSql = `
delete from cascade_jobs.job
where (name, id) in (
  select name, id from cascade_jobs.job
  where name = any($1) and (
    (deletion_seconds > 0 and completed_on + deletion_seconds * interval '1 second' < now())
    or (state < 'active' and keep_until < now())
  )
  limit ${atOnce}
  for update skip locked
)`;

const countSql = `
update cascade_jobs.queue
set queued_count = counted.queued, deferred_count = counted.deferred, ready_count = counted.queued - counted.deferred,
  active_count = counted.active, failed_count = counted.failed, total_count = counted.total, monitor_on = counted.at
from (
  select queue.name, now() as at, count(job.id)::integer as total,
    (count(*) filter (where job.state < 'active'))::integer as queued,
    (count(*) filter (where job.state < 'active' and job.start_after > now()))::integer as deferred,
    (count(*) filter (where job.state = 'active'))::integer as active,
    (count(*) filter (where job.state = 'failed'))::integer as failed
  from cascade_jobs.queue
  left join cascade_jobs.job on job.name = queue.name
  where queue.name = any($1)
  group by queue.name
  offset 0
) as counted
where queue.name = counted.name`;
