import { sql, t } from '../../store/tables.ts';

/** A message as the overview lists it: neither what it says nor to whom. */
export interface LatestMessage {
  readonly messageId: number;
  /** As the consumer sent it. */
  readonly requestId: string;
  readonly account: string;
  readonly cascadeId: number;
  readonly state: 'scheduled' | 'running' | 'ended';
  readonly acceptedAt: Date;
  /** The stage of its last event, from 1, with its channel; null before the first, and if the event has none. */
  readonly position: number | null;
  readonly channel: string | null;
  /** That of its last event; null before the first. */
  readonly status: string | null;
  /** When the event happened, or when the message was accepted. */
  readonly since: Date;
}

/** How many messages an overview lists. */
export const mostLatest = 20;

/**
 * The messages that were accepted last, in no order. An index of all messages by time would slow the intake
 * down: those of each account are asked for by the index of the history, of 1,000 new accounts at most.
 */
export const latestSql = sql`
with accounts as (
  select a.id, a.name from ${t.accounts} a order by a.id desc limit 1000
), latest as materialized (
  select newest.name, found.*
  from accounts newest
  cross join lateral (
    select m.account_id, m.id, m.request_id_as_sent, m.cascade_id, m.state, m.accepted_at
    from ${t.messages} m
    where m.account_id = newest.id and m.id > 0
    order by m.accepted_at desc
    limit $1
  ) as found
  order by found.accepted_at desc
  limit $1
)
select latest.id as "messageId", latest.request_id_as_sent as "requestId", latest.name as account,
  latest.cascade_id as "cascadeId", latest.state, latest.accepted_at as "acceptedAt",
  event.position, plan.stages -> (event.position - 1) ->> 'channel' as channel,
  event.status, coalesce(event.at, latest.accepted_at) as since
from latest
left join ${t.message_plans} plan on plan.account_id = latest.account_id and plan.message_id = latest.id
left join lateral (
  select e.position, e.status, e.at from ${t.status_events} e
  where e.account_id = latest.account_id and e.message_id = latest.id
  order by e.at desc, e.id desc
  limit 1
) as event on true`;
