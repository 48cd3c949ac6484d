import { type CallbackParcel, callbackParcels } from '../due/callback-parcels.ts';
import { type MessageKey, newKeyedId } from '../store/message-key.ts';
import { conditional, type Part } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import { noReceiver } from './outcome.ts';

/** A status change of a message at one of its stages. Each becomes one status event (ADR-0016). */
export interface StatusChange extends MessageKey {
  readonly eventId: string;
  /** Of the stage, from 1; null if no stage is concerned. */
  readonly position: number | null;
  readonly status: string;
  /** The undelivered reason, with UNDELIVERED only. */
  readonly reason: string | null;
  readonly at: Date;
  /** Whether the account receives callbacks for this status; if not, the event is only stored (ADR-0034). */
  readonly reported: boolean;
}

/**
 * The id of a new status event, and the `webhook-id` of its callbacks: `evt_` and a UUID of version 8 that
 * names the message.
 */
export function newEventId(message: MessageKey): string {
  return `evt_${newKeyedId(message)}`;
}

/** What the order of the events of a message depends on (ADR-0037). */
export type OrderedEvent = Pick<StatusChange, 'eventId' | 'position' | 'at'>;

/** By time, then by stage; the ids decide between events that are equal in both. */
export function comesBefore(one: OrderedEvent, other: OrderedEvent): boolean {
  const difference = one.at.getTime() - other.at.getTime() || (one.position ?? 0) - (other.position ?? 0);
  return difference < 0 || (difference === 0 && one.eventId < other.eventId);
}

/**
 * The status events of changes, to be written in the caller's statement: committed changes are reported (§6),
 * rolled-back changes never. The receiver is looked up at the time of sending.
 */
export function writeEvents(changes: readonly StatusChange[]): readonly Part[] {
  if (changes.length === 0) return [];
  const insert = insertEvents([
    changes.map(({ eventId }) => eventId),
    changes.map(({ accountId }) => accountId),
    changes.map(({ messageId }) => messageId),
    changes.map(({ position }) => position),
    changes.map(({ status }) => status),
    changes.map(({ reason }) => reason),
    changes.map(({ at }) => at),
    changes.map(({ reported }) => (reported ? 'pending' : noReceiver)),
  ]);
  return [insert];
}

/** What sends the events of changes, of those that are reported. */
export function parcelsOfChanges(changes: readonly StatusChange[]): readonly CallbackParcel[] {
  const reported = changes.filter((change) => change.reported);
  return callbackParcels(
    reported.map(({ eventId, accountId }) => ({ eventId, accountId, turn: 0 })),
    true,
  );
}

const insertEvents = conditional`
insert into ${t.status_events} (id, account_id, message_id, position, status, reason, at, state)
select * from given cross join unnest(
  $1::text[], $2::bigint[], $3::bigint[], $4::integer[], $5::text[], $6::text[], $7::timestamptz[], $8::text[]
)
`;
