import { type NewParcel, type Parcel, parcelsOf, writeParcels } from '../due/parcels.ts';
import { type Part, part } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import { noReceiver } from './outcome.ts';
import type { StatusChange } from './status-change.ts';

/** What is to be written, in a transaction of the caller. */
export interface WrittenEvents {
  readonly parts: readonly Part[];
  /** The owner's, for after the commit; without an owner, replicas claim them. */
  readonly parcels: readonly Parcel[];
}

/**
 * Writes status events and the parcels that send them, in the caller's transaction: committed changes are reported (§6),
 * rolled-back changes never. The receiver is looked up at the time of sending.
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
