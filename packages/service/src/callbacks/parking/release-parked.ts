import type { Pool, PoolClient } from 'pg';
import { insertJobs } from '../../jobs/insert-jobs.ts';
import type { Jobs } from '../../jobs/open-jobs.ts';
import { prepared } from '../../store/prepared.ts';
import { inTransaction } from '../../store/transaction.ts';
import { callbackJobs, type Entry } from '../callback-jobs.ts';

/** Which parked events of an account return to the queue, in the order in which they were parked. */
export interface Selection {
  readonly accountId: number;
  /** Those to this URL, and to URLs that are no longer registered; those to any URL if null. */
  readonly url: string | null;
  /** Only those behind this number; 0 at first. */
  readonly after: bigint;
  readonly most: number;
}

export interface ReleasedEvents {
  readonly count: number;
  /** The number of the last of them; that of the selection if there was none. */
  readonly last: bigint;
}

/** Returns events to the queue in one transaction. Those that another replica returns at this moment are left to it. */
export async function releaseParked(
  pool: Pool,
  jobs: Jobs,
  { accountId, url, after, most }: Selection,
): Promise<ReleasedEvents> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<ReleasedRow>(selectedSql([accountId, url, after, most]));
    await enqueue(client, jobs, rows);
    return { count: rows.length, last: inOrder(rows).at(-1)?.number ?? after };
  });
}

/**
 * The same for events that are due, of all accounts; resolves to their number. Those that were parked in the future return,
 * too: the clock was set back since, and they would wait for longer than planned.
 */
export async function releaseDue(pool: Pool, jobs: Jobs, most: number): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<ReleasedRow>(dueSql([most]));
    await enqueue(client, jobs, rows);
    return rows.length;
  });
}

/** As a text: on a cluster its upper bits name the node that gave it, so it may exceed the safe integers. */
interface ReleasedRow extends Entry {
  readonly number: string;
}

/** As they were parked. */
function inOrder(rows: readonly ReleasedRow[]) {
  return rows
    .map(({ number, ...entry }) => ({ ...entry, number: BigInt(number) }))
    .sort((one, other) => (one.number < other.number ? -1 : 1));
}

async function enqueue(client: PoolClient, jobs: Jobs, rows: readonly ReleasedRow[]): Promise<void> {
  // Not at once: they have waited for their receiver, and must not count as work that waits for us.
  await insertJobs(client, jobs, callbackJobs(inOrder(rows), 1));
}

const selectedSql = prepared(`
with selected as (
  select parked.number from cascade.parked_callbacks parked
  where parked.account_id = $1 and parked.number > $3
    and (
      $2::text is null or parked.url = $2
      or not exists (select from cascade.callbacks where account_id = $1 and url = parked.url)
    )
  order by parked.number
  limit $4
  for update skip locked
)
delete from cascade.parked_callbacks parked
using selected
where parked.account_id = $1 and parked.number = selected.number
returning parked.number::text, parked.event_id as "eventId", parked.turn
`);

const dueSql = prepared(`
with due as (
  select account_id, number from cascade.parked_callbacks
  where due_at <= now()
  order by due_at
  limit $1
  for update skip locked
), of_the_future as (
  select account_id, number from cascade.parked_callbacks
  where parked_at > now() + interval '1 second'
  order by parked_at
  limit $1
  for update skip locked
)
delete from cascade.parked_callbacks parked
using (select * from due union select * from of_the_future) as due
where parked.account_id = due.account_id and parked.number = due.number
returning parked.number::text, parked.event_id as "eventId", parked.turn
`);
