import type { Pool } from 'pg';
import type { Job } from 'pg-boss';
import { prepared } from '../store/prepared.ts';
import { loadReceivers, type Receiver } from './load-receivers.ts';
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
  readonly position: number | null;
  readonly turn: number;
  readonly accountId: number;
  readonly attempts: number;
  readonly lastResult: string | null;
  /** Milliseconds since its first attempt was due, on the clock of the database. */
  readonly waitedMs: number | null;
  readonly traceparent: string | null;
}

/** Loads the events of jobs and their current receivers; `now` is the monotonic clock. */
export async function loadPendingCallbacks(
  pool: Pool,
  batch: readonly Job<CallbackJob>[],
  now: number,
): Promise<LoadedEvents> {
  const { rows } = await pool.query<Row>(pendingEvents([batch.flatMap(({ data }) => data.eventIds)]));
  const byId = new Map(rows.map((row) => [row.eventId, row]));
  const wanted = batch.flatMap(eventsOf).map((event) => ({ ...event, row: byId.get(event.eventId) }));
  const receiverOf = await loadReceivers(
    pool,
    wanted.flatMap(({ row }) => row ?? []),
  );
  const byMessage = Map.groupBy(rows, ({ messageId }) => messageId);
  const callbacks: PendingCallback[] = [];
  const unaddressed: EventInHand[] = [];
  const disabled: EventInHand[] = [];
  const done: EventInHand[] = [];
  for (const { job, eventId, row } of wanted) {
    const event = { job, eventId, turn: row?.turn ?? 0 };
    const receiver = row && receiverOf(row);
    if (row === undefined) done.push(event);
    else if (receiver === undefined) unaddressed.push(event);
    else if (receiver.disabled) disabled.push(event);
    else {
      const earlier = earlierEvents(row, byMessage.get(row.messageId) ?? []);
      callbacks.push(toPending(event, { row, receiver, earlier, now }));
    }
  }
  return { callbacks, unaddressed, disabled, done };
}

function eventsOf(job: Job<CallbackJob>) {
  return job.data.eventIds.map((eventId) => ({ job, eventId }));
}

interface Loaded {
  readonly row: Row;
  readonly receiver: Receiver;
  readonly earlier: readonly EarlierEvent[];
  readonly now: number;
}

function toPending(event: EventInHand, { row, receiver, earlier, now }: Loaded): PendingCallback {
  const { accountId, attempts, waitedMs, traceparent } = row;
  const { url, headers, secrets, lastError } = receiver;
  // Negative if the clock of the database was set back.
  const firstDueAt = waitedMs === null ? null : now - Math.max(waitedMs, 0);
  const body = statusEventBody(row);
  const history = { attempts, firstDueAt, earlier, lastError };
  return { ...event, accountId, url, headers, secrets, body, ...history, traceparent };
}

/** Milliseconds after which an event waits for earlier ones no longer. */
const patience = 600_000;

/**
 * The events of the same message that come before this one (ADR-0037) and have not had their first attempt.
 * Events that were attempted, or put off by a back-off, wait for nothing. If the others have waited for ten
 * minutes, they wait no longer.
 */
function earlierEvents(event: Row, ofMessage: readonly Row[]): readonly EarlierEvent[] {
  if (wasTried(event) || (event.waitedMs ?? 0) >= patience) return [];
  return ofMessage.filter((other) => !wasTried(other) && comesBefore(other, event));
}

function wasTried({ attempts, lastResult }: Row): boolean {
  return attempts > 0 || lastResult !== null;
}

function comesBefore(one: Row, other: Row): boolean {
  const difference = one.at.getTime() - other.at.getTime() || (one.position ?? 0) - (other.position ?? 0);
  return difference < 0 || (difference === 0 && one.eventId < other.eventId);
}

/** The pending events of all messages that these events belong to. */
const pendingEvents = prepared(`
select
  event.id as "eventId", event.position, event.turn, event.status, event.reason, event.at, event.attempts,
  event.last_result as "lastResult",
  (extract(epoch from now() - event.first_due_at) * 1000)::float8 as "waitedMs",
  message.id as "messageId", message.account_id as "accountId", message.cascade_id as "cascadeId",
  message.request_id_as_sent as "requestIdAsSent", message.comment,
  plan.stages -> (event.position - 1) as stage, plan.traceparent
from (select distinct message_id from cascade.status_events where id = any($1)) concerned
join cascade.messages message on message.id = concerned.message_id
join cascade.message_plans plan on plan.message_id = concerned.message_id
join cascade.status_events event on event.message_id = concerned.message_id
where event.state = 'pending'
`);
