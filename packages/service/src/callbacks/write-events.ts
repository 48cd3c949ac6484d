import type { PoolClient } from 'pg';
import { type Parcel, parcelsOf, writeParcels } from '../due/parcels.ts';
import { prepared } from '../store/prepared.ts';
import { noReceiver } from './outcome.ts';
import type { StatusChange } from './status-change.ts';

/** What was written in a transaction, whose statements may be under way. */
export interface WrittenEvents {
  readonly statements: readonly Promise<unknown>[];
  /** The owner's, for after the commit; without an owner, replicas claim them. */
  readonly parcels: readonly Parcel[];
}

/**
 * Writes status events and the parcels that send them, in the caller's transaction: committed changes are reported (§6),
 * rolled-back changes never. The receiver is looked up at the time of sending.
 */
export function writeEvents(
  client: PoolClient,
  changes: readonly StatusChange[],
  owner: number | null,
): WrittenEvents {
  if (changes.length === 0) return { statements: [], parcels: [] };
  const insert = client.query(
    insertEvents([
      changes.map(({ eventId }) => eventId),
      changes.map(({ accountId }) => accountId),
      changes.map(({ messageId }) => messageId),
      changes.map(({ position }) => position),
      changes.map(({ status }) => status),
      changes.map(({ reason }) => reason),
      changes.map(({ at }) => at),
      changes.map(({ reported }) => (reported ? 'pending' : noReceiver)),
    ]),
  );
  const entries = changes.filter(({ reported }) => reported).map(({ eventId }) => ({ eventId, turn: 0 }));
  const parcels = parcelsOf(entries, { owner: owner ?? 0, isFirst: true });
  return {
    statements: [insert, writeParcels(client, parcels, owner)],
    parcels: owner === null ? [] : parcels,
  };
}

const insertEvents = prepared(`
insert into cascade.status_events (id, account_id, message_id, position, status, reason, at, state)
select * from unnest(
  $1::text[], $2::bigint[], $3::bigint[], $4::integer[], $5::text[], $6::text[], $7::timestamptz[], $8::text[]
)
`);
