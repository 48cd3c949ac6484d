import type { Pool } from 'pg';
import { inTransaction } from '../store/transaction.ts';

/** The messages of an account to check, and the age from which they are deleted. */
export interface Window {
  readonly accountId: number;
  /** Starts after this id, in ascending order. */
  readonly after: number;
  /** The maximum number of messages to check. */
  readonly size: number;
  readonly endedBefore: Date;
}

/** The result for one window. */
export interface Swept {
  readonly deleted: number;
  /** The last id of the window; undefined if there are no more messages, or only too young ones. */
  readonly last: number | undefined;
}

/** "casr" in ASCII. Every replica takes this advisory lock to delete messages. */
const advisoryLock = 0x63617372;

/**
 * Deletes the messages of a window that ended before an instant, with plan, attempts and events, in one transaction.
 * Skips messages with a pending or undelivered status event, and messages that another transaction has locked. Returns undefined if
 * another replica is deleting. Ids follow the time of acceptance, so no index on the end is needed, which every message
 * would have to pay for.
 */
export function deleteWindow(
  pool: Pool,
  { accountId, after, size, endedBefore }: Window,
): Promise<Swept | undefined> {
  return inTransaction(pool, async (client) => {
    const { rows: locks } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_xact_lock($1) as locked',
      [advisoryLock],
    );
    if (locks[0]?.locked !== true) return undefined;
    const { rows } = await client.query<{ last: number | null; young: boolean | null }>(lookAhead, [
      accountId,
      after,
      size,
      endedBefore,
    ]);
    const { last = null, young = null } = rows[0] ?? {};
    const { rows: locked } = await client.query<{ id: number }>(lockEnded, [
      accountId,
      after,
      last,
      endedBefore,
    ]);
    const { rowCount } = await client.query(deleteReported, [accountId, locked.map(({ id }) => id)]);
    return { deleted: rowCount ?? 0, last: last === null || young === true ? undefined : last };
  });
}

const lookAhead = `
select max(id) as last, bool_and(accepted_at >= $4) as young
from (
  select id, accepted_at from cascade.messages where account_id = $1 and id > $2 order by id limit $3
) as looked_at
`;

/** Skips locked rows, so that it cannot be part of a deadlock. */
const lockEnded = `
select id from cascade.messages
where account_id = $1 and id > $2 and id <= $3 and state = 'ended' and ended_at < $4
order by id
for update skip locked
`;

/** A separate statement, so that it sees the events of the transaction that held the row lock before. */
const deleteReported = `
with deletable as materialized (
  select locked.id from unnest($2::bigint[]) as locked (id)
  where not exists (
    select from cascade.status_events event
    where event.account_id = $1 and event.message_id = locked.id and event.state = 'pending'
  ) and not exists (
    select from cascade.undelivered where undelivered.account_id = $1 and undelivered.message_id = locked.id
  )
), plans as (
  delete from cascade.message_plans using deletable where account_id = $1 and message_id = deletable.id
), attempts as (
  delete from cascade.stage_attempts using deletable where account_id = $1 and message_id = deletable.id
), events as (
  delete from cascade.status_events using deletable where account_id = $1 and message_id = deletable.id
)
delete from cascade.messages using deletable where messages.account_id = $1 and messages.id = deletable.id
`;
