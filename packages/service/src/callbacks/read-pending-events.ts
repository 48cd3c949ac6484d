import type { Pool } from 'pg';
import { keysOfEvents } from '../store/find-message-keys.ts';
import { prepared } from '../store/prepared.ts';
import type { FreshEvent } from './fresh-events.ts';
import type { EarlierEvent } from './pending-callback.ts';
import { comesBefore } from './status-change.ts';

/** A status event that waits for its callback. */
export interface PendingEvent extends FreshEvent {
  readonly turn: number;
  readonly attempts: number;
  /** Milliseconds since its first attempt was due, on the clock of the database. */
  readonly waitedMs: number | null;
}

interface Row extends Omit<PendingEvent, 'earlier'> {
  readonly position: number | null;
  readonly lastResult: string | null;
}

/** Those of the events that are pending, by their ids, and other pending events of their messages. */
export async function readPendingEvents(
  pool: Pool,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, PendingEvent>> {
  const keys = await keysOfEvents(pool, eventIds);
  if (keys.size === 0) return new Map();
  const messages = [...new Map([...keys.values()].map((key) => [key.messageId, key])).values()];
  const { rows } = await pool.query<Row>(
    pendingEvents([messages.map(({ accountId }) => accountId), messages.map(({ messageId }) => messageId)]),
  );
  const byMessage = Map.groupBy(rows, ({ messageId }) => messageId);
  return new Map(
    rows.map((row) => [
      row.eventId,
      { ...row, earlier: earlierEvents(row, byMessage.get(row.messageId) ?? []) },
    ]),
  );
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
  return ofMessage
    .filter((other) => !wasTried(other) && comesBefore(other, event))
    .map(({ eventId, turn }) => ({ eventId, turn }));
}

function wasTried({ attempts, lastResult }: Row): boolean {
  return attempts > 0 || lastResult !== null;
}

/** The pending events of messages. */
const pendingEvents = prepared(`
select
  event.id as "eventId", event.position, event.turn, event.status, event.reason, event.at, event.attempts,
  event.last_result as "lastResult",
  (extract(epoch from now() - event.first_due_at) * 1000)::float8 as "waitedMs",
  message.id as "messageId", message.account_id as "accountId", message.cascade_id as "cascadeId",
  message.request_id_as_sent as "requestIdAsSent", message.comment,
  plan.stages -> (event.position - 1) as stage, plan.traceparent
from unnest($1::bigint[], $2::bigint[]) as concerned (account_id, message_id)
join cascade.messages message on message.account_id = concerned.account_id and message.id = concerned.message_id
join cascade.message_plans plan on plan.account_id = concerned.account_id and plan.message_id = concerned.message_id
join cascade.status_events event on event.account_id = concerned.account_id and event.message_id = concerned.message_id
where event.state = 'pending'
`);
