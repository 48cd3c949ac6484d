import type { Pool } from 'pg';
import { inTransaction } from '../store/transaction.ts';

/** Which messages to look at, and which of them may go. */
export interface Window {
  /** Those with a higher id, in its order. */
  readonly after: number;
  /** Messages looked at, and so deleted, at most. */
  readonly size: number;
  readonly endedBefore: Date;
}

/** What became of a window; nothing if another process is deleting. */
export interface Swept {
  readonly deleted: number;
  /** The last id that was looked at; nothing if there was none, or if all that follow are too young. */
  readonly last: number | undefined;
}

/** "casr" in ASCII: what everybody locks who deletes messages. */
const advisoryLock = 0x63617372;

/**
 * Deletes the messages of a window that ended before that time, with plan, attempts and events, in one transaction. A
 * message with an event that no receiver has taken yet stays, and so does one that somebody is working on. Ids are
 * given in the order of acceptance, so no index on the end is needed, which every message would have to pay for.
 */
export function deleteWindow(pool: Pool, { after, size, endedBefore }: Window): Promise<Swept | undefined> {
  return inTransaction(pool, async (client) => {
    const { rows: locks } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_xact_lock($1) as locked',
      [advisoryLock],
    );
    if (locks[0]?.locked !== true) return undefined;
    const { rows } = await client.query<{ last: number | null; young: boolean | null }>(lookAhead, [
      after,
      size,
      endedBefore,
    ]);
    const { last = null, young = null } = rows[0] ?? {};
    const { rows: locked } = await client.query<{ id: number }>(lockEnded, [after, last, endedBefore]);
    const { rowCount } = await client.query(deleteSettled, [locked.map(({ id }) => id)]);
    return { deleted: rowCount ?? 0, last: last === null || young === true ? undefined : last };
  });
}

const lookAhead = `
select max(id) as last, bool_and(accepted_at >= $3) as young
from (select id, accepted_at from cascade.messages where id > $1 order by id limit $2) as looked_at
`;

/** Without waiting, so that it cannot be part of a deadlock. */
const lockEnded = `
select id from cascade.messages
where id > $1 and id <= $2 and state = 'ended' and ended_at < $3
order by id
for update skip locked
`;

/** A statement of its own: it has to see the events of whoever held the lock before. */
const deleteSettled = `
with settled as materialized (
  select locked.id from unnest($1::bigint[]) as locked (id)
  where not exists (
    select from cascade.status_events event where event.message_id = locked.id and event.state = 'pending'
  )
), plans as (
  delete from cascade.message_plans using settled where message_id = settled.id
), attempts as (
  delete from cascade.stage_attempts using settled where message_id = settled.id
), events as (
  delete from cascade.status_events using settled where message_id = settled.id
)
delete from cascade.messages using settled where messages.id = settled.id
`;
