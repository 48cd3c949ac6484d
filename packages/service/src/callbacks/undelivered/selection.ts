import type { Pool } from 'pg';

/** Which undelivered events to send again. */
export type Selection =
  | { readonly eventId: string }
  | { readonly messageIds: readonly number[] }
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
  const { condition, values } = toSql(selection);
  const { rows } = await pool.query<Counted>(
    `select count(*)::integer as events, (count(*) filter (where resend = 'asked'))::integer as asked,
       (count(*) filter (where resend is not null))::integer as waiting
     from cascade.undelivered u where ${condition}`,
    values,
  );
  return rows[0] ?? { events: 0, asked: 0, waiting: 0 };
}

/**
 * Has the replicas send the events again, the oldest first, `limit` at most. Resolves to the number of events that were
 * not asked for before.
 */
export async function askToResend(pool: Pool, selection: Selection, limit: number): Promise<number> {
  const { condition, values } = toSql(selection);
  const { rowCount } = await pool.query(
    `with chosen as materialized (
       select u.event_id from cascade.undelivered u
       where ${condition} and u.resend is distinct from 'asked'
       order by u.at, u.position, u.event_id
       limit $${values.length + 1}
       for update
     )
     update cascade.undelivered u set resend = 'asked' from chosen where u.event_id = chosen.event_id`,
    [...values, limit],
  );
  return rowCount ?? 0;
}

/**
 * Lists an event that was delivered, had no receiver, or was given up before its record, as undelivered again. Resolves to
 * the state that it has; undefined if there is no such event. A dry run changes nothing.
 */
export async function recallEvent(pool: Pool, eventId: string, isDry = false): Promise<string | undefined> {
  const { rows } = await pool.query<{ state: string }>(
    `with event as (
       select * from cascade.status_events where id = $1
     ), recalled as (
       insert into cascade.undelivered (event_id, message_id, account_id, sender, at, position)
       select event.id, event.message_id, message.account_id,
         coalesce((plan.stages -> (event.position - 1) ->> 'subjectId')::integer, -1),
         event.at, coalesce(event.position, 0)
       from event
       join cascade.messages message on message.id = event.message_id
       join cascade.message_plans plan on plan.message_id = message.id
       where event.state <> 'pending' and not $2::boolean
       on conflict (event_id) do nothing
     )
     select state from event`,
    [eventId, isDry],
  );
  return rows[0]?.state;
}

function toSql(selection: Selection): { readonly condition: string; readonly values: unknown[] } {
  if ('eventId' in selection) return { condition: 'u.event_id = $1', values: [selection.eventId] };
  if ('messageIds' in selection)
    return { condition: 'u.message_id = any($1::bigint[])', values: [selection.messageIds] };
  const { registration, since, until } = selection;
  return {
    condition: `u.account_id = $1 and u.at >= coalesce($3, '-infinity'::timestamptz) and u.at < coalesce($4, 'infinity'::timestamptz) and case when $2::integer is not null then u.sender = $2
      else not exists (
        select from cascade.callbacks own where own.account_id = u.account_id and own.subject_id = u.sender
      ) end`,
    values: [registration.accountId, registration.subjectId, since ?? null, until ?? null],
  };
}
