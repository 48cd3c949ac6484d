import type { Pool, PoolClient } from 'pg';
import { callbackParcels, callbackRows } from '../../due/callback-parcels.ts';
import { piecesPerParcel } from '../../due/due-rows.ts';
import { describeError, type Log } from '../../log.ts';
import { type Pauses, poll } from '../../poll.ts';
import { prepared, writeTogether } from '../../store/prepared.ts';
import { type Statement, sql, t } from '../../store/tables.ts';
import { inTransaction } from '../../store/transaction.ts';

interface ResendingOptions {
  readonly pool: Pool;
  readonly log: Log;
  /** Pauses while there is nothing to send again, in milliseconds. */
  readonly pauseMs?: Pauses;
}

/**
 * Sends undelivered events again as soon as they may be, until it is stopped. One replica does it at a time.
 */
export function startResending({ pool, log, pauseMs }: ResendingOptions) {
  const { stop } = poll(async () => {
    try {
      const events = await handOver(pool);
      if (typeof events === 'number') log.info({ events }, 'undelivered events are sent again');
      return events === 'nothing' ? 'nothing' : 'all';
    } catch (error) {
      log.error({ error: describeError(error) }, 'undelivered events cannot be sent again');
      return 'nothing';
    }
  }, pauseMs ?? { shortest: 100, longest: 2_000 });
  return {
    /** Resolves once the current transaction has finished. */
    stop,
  };
}

/** The most events that one transaction returns, and that may wait for an owner before it returns more. */
const atOnce = 512;

/** "case" in ASCII. Every replica takes this advisory lock to return undelivered events. */
const advisoryLock = 0x63617365;

/** The senders whose receivers one transaction looks at: milliseconds, also if all are disabled. */
const sendersAtOnce = 1_000;

/** A sender of an account: -1 for none. */
interface Sender {
  readonly accountId: number;
  readonly sender: number;
}

/**
 * Has undelivered events sent again, with a fresh retry schedule: those that an operator asked for, and those
 * whose registration was enabled (ADR-0041). Takes turns between registrations, the oldest events first, and
 * does nothing while earlier ones wait for an owner. Resolves to their number; to `later` if others wait; to
 * `nothing` also if another replica does it.
 */
export async function handOver(pool: Pool): Promise<number | 'later' | 'nothing'> {
  for (let after: Sender = { accountId: 0, sender: -1 }; ; ) {
    const result = await handOverBehind(pool, after);
    if (typeof result !== 'object') return result;
    after = result;
  }
}

/**
 * The same for some senders; resolves to the last of them if none has an event to return, and others follow.
 */
function handOverBehind(
  pool: Pool,
  { accountId, sender }: Sender,
): Promise<number | 'later' | 'nothing' | Sender> {
  return inTransaction(pool, async (client, write) => {
    const verdict = await judge(client);
    if (verdict !== 'now') return verdict;
    const { rows } = await client.query<TakenRow>(takeSql([atOnce, sendersAtOnce, accountId, sender]));
    const entries = rows.flatMap(({ eventId, ...row }) => (eventId === null ? [] : [{ ...row, eventId }]));
    write(
      writeTogether(
        client,
        callbackRows.write(callbackParcels(entries), () => null),
      ),
    );
    return entries.length > 0 ? entries.length : (rows[0]?.last ?? 'nothing');
  });
}

/** Of an event; without any, there is one row. */
interface TakenRow {
  readonly eventId: string | null;
  readonly turn: number;
  readonly accountId: number;
  /** The last sender, if others follow. */
  readonly last: Sender | null;
}

/** Whether there are events to return, this replica may, and few wait for an owner. */
async function judge(client: PoolClient): Promise<'nothing' | 'later' | 'now'> {
  const { rows } = await client.query<{ verdict: 'nothing' | 'later' | 'now' }>(
    verdictSql([advisoryLock, atOnce / piecesPerParcel]),
  );
  return rows[0]?.verdict ?? 'nothing';
}

const verdictSql = prepared`
select case
  when not exists (select from ${t.undelivered} where resend is not null) then 'nothing'
  when not pg_try_advisory_xact_lock($1) then 'nothing'
  when $2 <= (
    select count(*) from (select from ${t.callback_parcels} where owner is null limit $2) as free
  ) then 'later'
  else 'now'
end as verdict
`;

/**
 * Events of the same messages go together, also if they have other senders: receivers get them in order
 * (ADR-0037).
 */
const takeSql = prepared`
with recursive senders as (
  (
    select account_id, sender from ${t.undelivered}
    where resend is not null and (account_id, sender) > ($3::bigint, $4::integer)
    order by account_id, sender limit 1
  )
  union all
  select next.account_id, next.sender
  from senders
  cross join lateral (
    select u.account_id, u.sender from ${t.undelivered} u
    where u.resend is not null and (u.account_id, u.sender) > (senders.account_id, senders.sender)
    order by u.account_id, u.sender limit 1
  ) as next
), walked as materialized (
  select * from senders limit $2
), open as materialized (
  select senders.account_id, senders.sender
  from walked as senders
  cross join lateral ${receiverOf('senders.account_id', 'senders.sender')} as receiver
  where receiver.disabled_at is null
  limit $1
), chosen as materialized (
  select open.account_id, one.message_id
  from open
  cross join lateral (
    select u.message_id from ${t.undelivered} u
    where u.resend is not null and u.account_id = open.account_id and u.sender = open.sender
    order by u.at, u.position, u.event_id
    limit greatest(1, $1 / (select count(*) from open))
  ) as one
), together as materialized (
  select one.place
  from (select distinct account_id, message_id from chosen) as chosen
  cross join lateral (
    select u.ctid as place from ${t.undelivered} u
    cross join lateral ${receiverOf('u.account_id', 'u.sender')} as receiver
    where u.account_id = chosen.account_id and u.message_id = chosen.message_id and u.resend is not null
      and receiver.disabled_at is null
    offset 0
  ) as one
), taken as (
  -- An array: the planner cannot know how few they are, and would read all.
  delete from ${t.undelivered} u
  where u.ctid = any(array(select place from together))
  returning u.account_id, u.message_id, u.event_id, u.at, u.position
), renewed as (
  update ${t.status_events} event
  set state = 'pending', turn = event.turn + 1, attempts = 0, last_result = null, first_due_at = null,
    -- Not the slice of the whole: see cluster/refused-forms.test.ts.
    tries = event.tries[greatest(1, cardinality(event.tries) - 30):]
      || to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z resent"')
  from taken
  where event.account_id = taken.account_id and event.message_id = taken.message_id and event.id = taken.event_id
    and event.state <> 'pending'
  returning event.id, event.turn, event.account_id, taken.at, taken.position
)
select renewed.id as "eventId", renewed.turn, renewed.account_id as "accountId", (
  select json_build_object('accountId', account_id, 'sender', sender)
  from walked
  where $2 = (select count(*) from walked)
  order by account_id desc, sender desc
  limit 1
) as last
from (select) as one
left join renewed on true
order by renewed.at, renewed.position, renewed.id
`;

/**
 * SQL: the registration of an account that gets the events of a sender, which is -1 for none: that of the
 * sender, else that of the account (ADR-0014). At most one row. The arguments are SQL expressions.
 */
function receiverOf(accountId: string, sender: string): Statement {
  return sql`(
    select registration.* from ${t.callbacks} registration
    where registration.account_id = ${accountId}
      and (registration.subject_id is null or registration.subject_id = ${sender})
    order by registration.subject_id nulls last
    limit 1
  )`;
}
