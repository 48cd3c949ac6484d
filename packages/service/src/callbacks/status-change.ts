import { type NewParcel, type Parcel, parcelsOf, writeParcels } from '../due/parcels.ts';
import { type MessageKey, newKeyedId } from '../store/message-key.ts';
import { type Part, part } from '../store/prepared.ts';
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

/** UNDELIVERED is always reported (§6). An account may limit the other statuses to a list; null means all. */
export function isReported(status: string, chosen: readonly string[] | null): boolean {
  return status === 'UNDELIVERED' || chosen === null || chosen.includes(status);
}

/** What the order of the events of a message depends on (ADR-0037). */
export type OrderedEvent = Pick<StatusChange, 'eventId' | 'position' | 'at'>;

/** By time, then by stage; the ids decide between events that are equal in both. */
export function comesBefore(one: OrderedEvent, other: OrderedEvent): boolean {
  const difference = one.at.getTime() - other.at.getTime() || (one.position ?? 0) - (other.position ?? 0);
  return difference < 0 || (difference === 0 && one.eventId < other.eventId);
}

/** What is to be written, in a transaction of the caller. */
export interface WrittenEvents {
  readonly parts: readonly Part[];
  /** The owner's, for after the commit; without an owner, replicas claim them. */
  readonly parcels: readonly Parcel[];
}

/**
 * Writes status events and the parcels that send them, in the caller's transaction: committed changes are
 * reported (§6), rolled-back changes never. The receiver is looked up at the time of sending.
 */
export function writeEvents(
  changes: readonly StatusChange[],
  ownerOf: (accountId: number) => number | null,
): WrittenEvents {
  if (changes.length === 0) return { parts: [], parcels: [] };
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
  const reported = changes.filter((change) => change.reported);
  const parcels = parcelsOf(
    reported.map(({ eventId, accountId }) => ({ eventId, accountId, turn: 0 })),
    true,
  );
  const owners = new Map(parcels.map((parcel) => [parcel, ownerOf(parcel.accountId)]));
  const owned = ([parcel, owner]: [NewParcel, number | null]) =>
    owner === null ? [] : [{ ...parcel, owner }];
  return {
    parts: [insert, ...writeParcels(parcels, (parcel) => owners.get(parcel) ?? null)],
    parcels: [...owners].flatMap(owned),
  };
}

const insertEvents = part`
insert into ${t.status_events} (id, account_id, message_id, position, status, reason, at, state)
select * from unnest(
  $1::text[], $2::bigint[], $3::bigint[], $4::integer[], $5::text[], $6::text[], $7::timestamptz[], $8::text[]
)
`;
