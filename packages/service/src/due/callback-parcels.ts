import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { chunksOf } from '../chunks-of.ts';
import { conditional, prepared } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import { claimedOf, claiming, type DueRows, oldestFree, piecesPerParcel, rowsOf } from './due-rows.ts';
import type { Claimed, Owned, Parcel } from './performer.ts';

/** An event that is to be sent, and the turn that this is for (`status_events.turn`); null for any turn. */
interface Entry {
  readonly eventId: string;
  /**
   * An outcome of the event ends the turn and, while the event is pending, enters it once for the next one.
   * So each event has one chain of attempts, although a parcel that is open for other events may be done
   * again.
   */
  readonly turn: number | null;
}

/** Events of one account whose callbacks are to be sent. */
export interface CallbackParcel extends Parcel {
  readonly entries: readonly Entry[];
  /** Its events are written with it, and no replica has had them in memory: their lag counts from now. */
  readonly isFresh: boolean;
}

/** An event, and its account. */
export interface AccountEntry extends Entry {
  readonly accountId: number;
}

export function callbackParcels(
  entries: readonly AccountEntry[],
  isFresh = false,
): readonly CallbackParcel[] {
  const byAccount = Map.groupBy(entries, ({ accountId }) => accountId);
  return [...byAccount].flatMap(([accountId, ofAccount]) =>
    chunksOf(ofAccount, piecesPerParcel).map((some) => ({
      id: randomUUID(),
      accountId,
      isFresh,
      entries: some.map(({ eventId, turn }) => ({ eventId, turn })),
    })),
  );
}

const table = { table: t.callback_parcels, time: 'written_at', pieces: 'event_ids' } as const;

export const callbackRows: DueRows<CallbackParcel> = {
  of: 'callbacks',
  sizeOf: ({ entries }) => entries.length,
  isDueNow: () => true,
  write(written, ownerOf) {
    if (written.length === 0) return [];
    return [
      writePart([
        written.map(({ id }) => id),
        written.map(({ accountId }) => accountId),
        written.map(ownerOf),
        written.map(({ isFresh }) => isFresh),
        // A text for each parcel: arrays of arrays would all need the same length.
        written.map(({ entries }) => entries.map(({ eventId }) => eventId).join()),
        written.map(({ entries }) => entries.map(({ turn }) => turn ?? '').join()),
      ]),
    ];
  },
  ...rowsOf(table),
};

const writePart = conditional`
insert into ${t.callback_parcels} (id, account_id, owner, is_taken, written_at, event_ids, turns)
select id, account_id, owner, owner is not null or not is_fresh, now(), string_to_array(event_ids, ','),
  string_to_array(turns, ',', '')::integer[]
from given cross join unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::boolean[], $5::text[], $6::text[])
  as parcel (id, account_id, owner, is_fresh, event_ids, turns)
`;

/**
 * Claims parcels that have no owner, the oldest first.
 *
 * @param notNow accounts that have no room now.
 */
export async function claimCallbacks(
  pool: Pool,
  owner: number,
  notNow: readonly number[] = [],
): Promise<Claimed<Owned<CallbackParcel>>> {
  const { rows } = await pool.query<ClaimedRow>(claimSql([owner, notNow]));
  const claimed = rows.map(({ eventIds, turns, ...row }) => ({
    ...row,
    owner,
    entries: eventIds.map((eventId, n) => ({ eventId, turn: turns[n] ?? null })),
  }));
  return claimedOf(claimed, callbackRows.sizeOf);
}

interface ClaimedRow extends Omit<CallbackParcel, 'entries'> {
  readonly eventIds: readonly string[];
  readonly turns: readonly (number | null)[];
}

const claimSql = prepared`
${claiming(table, oldestFree(table, 'account_id <> all($2::bigint[])'))}
returning parcel.id, parcel.account_id as "accountId", not free.is_taken as "isFresh",
  parcel.event_ids as "eventIds", parcel.turns
`;
