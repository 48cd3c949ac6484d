import type { Pool } from 'pg';
import type { Job } from 'pg-boss';
import type { CallbackJob, PendingCallback } from './pending-callback.ts';
import { type StoredStatusEvent, statusEventBody } from './status-event-body.ts';

/** Callback jobs, by what is to be done with them. */
export interface LoadedJobs {
  readonly callbacks: readonly PendingCallback[];
  /** Nobody is registered for these events. */
  readonly unaddressed: readonly Job<CallbackJob>[];
  /** The receiver of these answered 410 before, and was not registered again. */
  readonly disabled: readonly Job<CallbackJob>[];
  /** These events are settled, or gone with their message. */
  readonly done: readonly Job<CallbackJob>[];
}

interface Row extends StoredStatusEvent {
  readonly eventId: string;
  readonly accountId: number;
  readonly attempts: number;
  readonly firstDueAt: Date | null;
  readonly url: string | null;
  readonly disabled: boolean;
  readonly secrets: readonly string[];
}

/** Looks up the events of jobs, and where each one goes as things stand now, in one statement. */
export async function loadPendingCallbacks(
  pool: Pool,
  batch: readonly Job<CallbackJob>[],
  now: Date,
): Promise<LoadedJobs> {
  const { rows } = await pool.query<Row>(pendingEvents, [batch.map(({ data }) => data.eventId), now]);
  const byId = new Map(rows.map((row) => [row.eventId, row]));
  const callbacks: PendingCallback[] = [];
  const unaddressed: Job<CallbackJob>[] = [];
  const disabled: Job<CallbackJob>[] = [];
  const done: Job<CallbackJob>[] = [];
  for (const job of batch) {
    const row = byId.get(job.data.eventId);
    if (row === undefined) done.push(job);
    else if (row.url === null) unaddressed.push(job);
    else if (row.disabled) disabled.push(job);
    else callbacks.push({ ...toPending(row, row.url), job });
  }
  return { callbacks, unaddressed, disabled, done };
}

function toPending(row: Row, url: string): Omit<PendingCallback, 'job'> {
  const { eventId, accountId, secrets, attempts, firstDueAt } = row;
  return { eventId, accountId, url, secrets, body: statusEventBody(row), attempts, firstDueAt };
}

const pendingEvents = `
select
  event.id as "eventId", event.status, event.reason, event.at, event.attempts, event.first_due_at as "firstDueAt",
  message.id as "messageId", message.account_id as "accountId", message.cascade_id as "cascadeId",
  message.request_id_as_sent as "requestIdAsSent", message.comment,
  plan.stages -> (event.position - 1) as stage,
  callback.url, callback.disabled_at is not null as disabled,
  array(
    select secret from cascade.callback_secrets secrets
    where secrets.account_id = message.account_id and (expires_at is null or expires_at > $2)
    order by created_at desc, secret
  ) as secrets
from cascade.status_events event
join cascade.messages message on message.id = event.message_id
join cascade.message_plans plan on plan.message_id = message.id
left join lateral (
  select url, disabled_at from cascade.callbacks
  where account_id = message.account_id
    and (subject_id is null or subject_id = (plan.stages -> (event.position - 1) ->> 'subjectId')::integer)
  order by subject_id nulls last
  limit 1
) callback on true
where event.id = any($1) and event.state = 'pending'
`;
