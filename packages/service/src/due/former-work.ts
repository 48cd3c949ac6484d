import type { Pool } from 'pg';
import { describeError, type Log } from '../log.ts';
import { type Pauses, poll } from '../poll.ts';
import { prepared } from '../store/prepared.ts';
import { sql, t } from '../store/tables.ts';

/** Rows of one statement. */
const atOnce = 1_000;

export interface FormerWorkOptions {
  readonly pool: Pool;
  readonly log: Log;
  readonly pauseMs?: Pauses;
}

/**
 * Takes over the due work of version 0.2.0, which had one table for all kinds: what it left, and what
 * replicas of it that still run leave to others. The version after this one has nothing to take over.
 */
export function takeOverFormerWork(options: FormerWorkOptions) {
  const { pool, log, pauseMs = { shortest: 1_000, longest: 1_000 } } = options;
  let parcels = 0;
  return poll(async () => {
    try {
      const moved = await moveFormerWork(pool);
      parcels += moved;
      if (moved > 0) return 'more';
      // Once for all: there may be millions.
      if (parcels > 0) log.info({ parcels }, 'due work of the version before is taken over');
      parcels = 0;
      return 'nothing';
    } catch (error) {
      log.warn({ error: describeError(error) }, 'due work of the version before cannot be taken over yet');
      return 'nothing';
    }
  }, pauseMs);
}

/** Moves some that no living replica owns; resolves to their number. */
export async function moveFormerWork(pool: Pool): Promise<number> {
  const callbacks = await pool.query(callbacksSql([atOnce]));
  const stages = await pool.query(stagesSql([atOnce]));
  return (callbacks.rowCount ?? 0) + (stages.rowCount ?? 0);
}

const isFree = sql`(former.owner is null
  or not exists (select from ${t.replicas} living where living.id = former.owner))`;

/** A parcel of version 0.1.0 has events of several accounts, and none of its own. */
const callbacksSql = prepared`
with moved as (
  delete from ${t.due} as due where id = any(array(
    select id from ${t.due} as former where kind = 1 and ${isFree}
    limit $1 for update skip locked
  )) returning *
)
insert into ${t.callback_parcels} (id, account_id, owner, is_taken, written_at, event_ids, turns)
select id, coalesce(account_id, 0), null, not is_first, written_at, event_ids,
  coalesce(turns, array_fill(0, array[cardinality(event_ids)]))
from moved`;

/** It kept no start time apart: no delay of a stage is as long. */
const stagesSql = prepared`
with moved as (
  delete from ${t.due} as due where id = any(array(
    select id from ${t.due} as former where kind > 1 and ${isFree}
    order by due_at limit $1 for update skip locked
  )) returning *
)
insert into ${t.stage_parcels} (
  id, account_id, queue, position, message_ids, is_heavy, owner, is_taken, written_at, start_at, due_at, tries, gateway
)
select id, account_id, case kind when 2 then 'stage' else 'timer' end, position, event_ids::bigint[],
  coalesce(is_heavy, false), null, not is_first, written_at,
  case when kind = 2 and extract(epoch from due_at - written_at) > 60 then due_at end, due_at, coalesce(tries, 0), gateway
from moved`;
