import type { Pool } from 'pg';
import type { Job } from 'pg-boss';
import { prepared } from '../store/prepared.ts';
import type { CallbackJob, EarlierEvent, EventInHand, PendingCallback } from './pending-callback.ts';
import { type StoredStatusEvent, statusEventBody } from './status-event-body.ts';

/** The events of callback jobs, by what to do with them. */
export interface LoadedEvents {
  readonly callbacks: readonly PendingCallback[];
  /** No receiver is registered for these. */
  readonly unaddressed: readonly EventInHand[];
  /** Their receiver is disabled: it answered 410, or an operator disabled it. */
  readonly disabled: readonly EventInHand[];
  /** Delivered or given up before, or deleted with their message. */
  readonly done: readonly EventInHand[];
}

interface Row extends StoredStatusEvent {
  readonly eventId: string;
  readonly turn: number;
  readonly accountId: number;
  readonly attempts: number;
  /** Milliseconds since its first attempt was due, on the clock of the database. */
  readonly waitedMs: number | null;
  /** Turn and id of each, with a space between. */
  readonly earlier: readonly string[];
  readonly traceparent: string | null;
  readonly url: string | null;
  readonly lastError: string | null;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly disabled: boolean;
  readonly secrets: readonly string[];
}

/** Loads the events of jobs and their current receivers in one statement; `now` is the monotonic clock. */
export async function loadPendingCallbacks(
  pool: Pool,
  batch: readonly Job<CallbackJob>[],
  now: number,
): Promise<LoadedEvents> {
  const { rows } = await pool.query<Row>(pendingEvents([batch.flatMap(({ data }) => data.eventIds)]));
  const byId = new Map(rows.map((row) => [row.eventId, row]));
  const callbacks: PendingCallback[] = [];
  const unaddressed: EventInHand[] = [];
  const disabled: EventInHand[] = [];
  const done: EventInHand[] = [];
  for (const { job, eventId } of batch.flatMap(eventsOf)) {
    const row = byId.get(eventId);
    const event = { job, eventId, turn: row?.turn ?? 0 };
    if (row === undefined) done.push(event);
    else if (row.url === null) unaddressed.push(event);
    else if (row.disabled) disabled.push(event);
    else callbacks.push(toPending(event, row, row.url, now));
  }
  return { callbacks, unaddressed, disabled, done };
}

function eventsOf(job: Job<CallbackJob>) {
  return job.data.eventIds.map((eventId) => ({ job, eventId }));
}

function toPending(event: EventInHand, row: Row, url: string, now: number): PendingCallback {
  const { accountId, secrets, attempts, waitedMs, lastError, traceparent } = row;
  // Negative if the clock of the database was set back.
  const firstDueAt = waitedMs === null ? null : now - Math.max(waitedMs, 0);
  const headers = row.headers ?? {};
  const body = statusEventBody(row);
  const earlier = row.earlier.map(toEarlier);
  const history = { attempts, firstDueAt, earlier, lastError };
  return { ...event, accountId, url, headers, secrets, body, ...history, traceparent };
}

function toEarlier(text: string): EarlierEvent {
  const at = text.indexOf(' ');
  return { turn: Number(text.slice(0, at)), eventId: text.slice(at + 1) };
}

/**
 * The events of the same message that come before this one (ADR-0037) and have not had their first attempt.
 * Events that were attempted, or put off by a back-off, wait for nothing. If the others have waited for ten
 * minutes, they wait no longer.
 */
const earlierEvents = `
  select earlier.turn || ' ' || earlier.id from cascade.status_events earlier
  where event.attempts = 0 and event.last_result is null
    and coalesce(event.first_due_at > now() - interval '10 minutes', true)
    and earlier.message_id = event.message_id
    and (earlier.at, coalesce(earlier.position, 0), earlier.id) < (event.at, coalesce(event.position, 0), event.id)
    and earlier.state = 'pending' and earlier.attempts = 0 and earlier.last_result is null
`;

const pendingEvents = prepared(`
select
  event.id as "eventId", event.turn, event.status, event.reason, event.at, event.attempts,
  (extract(epoch from now() - event.first_due_at) * 1000)::float8 as "waitedMs",
  message.id as "messageId", message.account_id as "accountId", message.cascade_id as "cascadeId",
  message.request_id_as_sent as "requestIdAsSent", message.comment,
  plan.stages -> (event.position - 1) as stage, plan.traceparent,
  array(${earlierEvents}) as earlier,
  callback.url, callback.headers, callback.disabled_at is not null as disabled, callback.last_error as "lastError",
  array(
    select secret from cascade.callback_secrets secrets
    where secrets.account_id = message.account_id and (expires_at is null or expires_at > now())
    order by created_at desc, secret
  ) as secrets
from cascade.status_events event
join cascade.messages message on message.id = event.message_id
join cascade.message_plans plan on plan.message_id = message.id
left join lateral (
  select url, headers, disabled_at, last_error from cascade.callbacks
  where account_id = message.account_id
    and (subject_id is null or subject_id = (plan.stages -> (event.position - 1) ->> 'subjectId')::integer)
  order by subject_id nulls last
  limit 1
) callback on true
where event.id = any($1) and event.state = 'pending'
`);
