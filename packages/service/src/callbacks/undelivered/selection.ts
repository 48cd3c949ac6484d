import type { Pool } from 'pg';
import { keysOfEvents, type MessageKey } from '../../store/message-key.ts';
import { type Statement, sql, t } from '../../store/tables.ts';

/** Which undelivered events to send again. */
export type Selection =
  | { readonly eventId: string }
  | { readonly messages: readonly MessageKey[] }
  | { readonly registration: RegistrationKey; readonly since?: Date; readonly until?: Date };

/** The registration of an account, or of one of its senders. */
export interface RegistrationKey {
  readonly accountId: number;
  /** Null for every sender without a registration of its own. */
  readonly subjectId: number | null;
}

/** The undelivered events of a selection. */
export interface Counted {
  readonly events: number;
  /** Of these, those an operator asked for that no replica has sent yet. */
  readonly asked: number;
  /** These, and those that wait until their registration is enabled. */
  readonly waiting: number;
}

export async function countUndelivered(pool: Pool, selection: Selection): Promise<Counted> {
  const { condition, values } = await toSql(pool, selection);
  const { rows } = await pool.query<Counted>(
    sql`select count(*)::integer as events, (count(*) filter (where resend = 'asked'))::integer as asked,
       (count(*) filter (where resend is not null))::integer as waiting
     from ${t.undelivered} u where ${condition}`,
    values,
  );
  return rows[0] ?? { events: 0, asked: 0, waiting: 0 };
}

/**
 * Has the replicas send the events again, the oldest first, `limit` at most. Resolves to the number of events
 * that were not asked for before.
 */
export async function askToResend(pool: Pool, selection: Selection, limit: number): Promise<number> {
  const { condition, values } = await toSql(pool, selection);
  const { rowCount } = await pool.query(
    sql`with chosen as materialized (
       select u.account_id, u.event_id from ${t.undelivered} u
       where ${condition} and u.resend is distinct from 'asked'
       order by u.at, u.position, u.event_id
       limit $${values.length + 1}
       for update
     )
     update ${t.undelivered} u set resend = 'asked' from chosen
     where u.account_id = chosen.account_id and u.event_id = chosen.event_id`,
    [...values, limit],
  );
  return rowCount ?? 0;
}

/**
 * Lists an event that was delivered, had no receiver, or was given up before its record, as undelivered
 * again. Resolves to the state that it has; undefined if there is no such event. A dry run changes nothing.
 */
export async function recallEvent(pool: Pool, eventId: string, isDry = false): Promise<string | undefined> {
  const key = (await keysOfEvents(pool, [eventId])).get(eventId);
  const { rows } = await pool.query<{ state: string }>(
    sql`with event as materialized (
       select event.*, coalesce((plan.stages -> (event.position - 1) ->> 'subjectId')::integer, -1) as sender,
         plan.message_id is not null as has_plan
       from ${t.status_events} event
       left join ${t.message_plans} plan on plan.account_id = event.account_id and plan.message_id = event.message_id
       where event.account_id = $1 and event.message_id = $2 and event.id = $3
     ), recalled as (
       insert into ${t.undelivered} (event_id, message_id, account_id, sender, at, position)
       select id, message_id, account_id, sender, at, coalesce(position, 0)
       from event
       where state <> 'pending' and has_plan and not $4::boolean
       on conflict (account_id, event_id) do nothing
     )
     select state from event`,
    [key?.accountId, key?.messageId, eventId, isDry],
  );
  return rows[0]?.state;
}

/**
 * SQL: whether the undelivered event `u` is of a registration of its account: by the sender that it is for,
 * or null for every sender without a registration of its own.
 */
export const isOf = (subjectId: string) => sql`case when ${subjectId} is not null then u.sender = ${subjectId}
  else not exists (
    select from ${t.callbacks} own where own.account_id = u.account_id and own.subject_id = u.sender
  ) end`;

interface Condition {
  readonly condition: Statement;
  readonly values: unknown[];
}

async function toSql(pool: Pool, selection: Selection): Promise<Condition> {
  if ('eventId' in selection) {
    const { eventId } = selection;
    const key = (await keysOfEvents(pool, [eventId])).get(eventId);
    return { condition: sql`u.account_id = $1 and u.event_id = $2`, values: [key?.accountId, eventId] };
  }
  if ('messages' in selection) {
    const { messages } = selection;
    return {
      condition: sql`u.account_id = any($1::bigint[]) and u.message_id = any($2::bigint[])`,
      values: [messages.map(({ accountId }) => accountId), messages.map(({ messageId }) => messageId)],
    };
  }
  const { registration, since, until } = selection;
  return {
    condition: sql`u.account_id = $1 and u.at >= coalesce($3, '-infinity'::timestamptz) and u.at < coalesce($4, 'infinity'::timestamptz) and ${isOf('$2::integer')}`,
    values: [registration.accountId, registration.subjectId, since ?? null, until ?? null],
  };
}
