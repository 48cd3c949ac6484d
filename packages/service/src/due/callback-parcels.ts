import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { chunksOf } from '../chunks-of.ts';
import { conditional, prepared } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import { type Claimed, claimedOf, claiming, oldestFree, piecesPerParcel, rowsOf } from './due-rows.ts';
import type { DueRows } from './due-work.ts';
import type { Owned, Parcel } from './held-parcels.ts';

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
  /** Its events are written with it, and no replica has had it before. */
  readonly isFirst: boolean;
}

/** An event, and its account. */
export interface AccountEntry extends Entry {
  readonly accountId: number;
}

export function callbackParcels(
  entries: readonly AccountEntry[],
  isFirst = false,
): readonly CallbackParcel[] {
  const byAccount = Map.groupBy(entries, ({ accountId }) => accountId);
  return [...byAccount].flatMap(([accountId, ofAccount]) =>
    chunksOf(ofAccount, piecesPerParcel).map((some) => ({
      id: randomUUID(),
      accountId,
      isFirst,
      entries: some.map(({ eventId, turn }) => ({ eventId, turn })),
    })),
  );
}

/** `cascade.due.kind`. */
const callbacks = 1;

export const callbackRows: DueRows<CallbackParcel> = {
  of: 'callbacks',
  sizeOf: ({ entries }) => entries.length,
  isDueNow: () => true,
  write(parcels, ownerOf) {
    if (parcels.length === 0) return [];
    // A text for each parcel: arrays of arrays would all need the same length.
    const eventIds = parcels.map(({ entries }) => entries.map(({ eventId }) => eventId).join());
    const turns = parcels.map(({ entries }) => entries.map(({ turn }) => turn ?? '').join());
    return [
      writePart([
        parcels.map(({ id }) => id),
        callbacks,
        parcels.map(ownerOf),
        parcels.map(({ isFirst }) => isFirst),
        eventIds,
        turns,
        parcels.map(({ accountId }) => accountId),
      ]),
    ];
  },
  ...rowsOf('kind = 1'),
};

const writePart = conditional`
insert into ${t.due} (id, kind, owner, is_first, written_at, event_ids, turns, account_id)
select id, $2::smallint, owner, is_first and owner is null, now(), string_to_array(event_ids, ','),
  case when not is_first then string_to_array(turns, ',', '')::integer[] end, account_id
from given cross join unnest($1::uuid[], $3::bigint[], $4::boolean[], $5::text[], $6::text[], $7::bigint[])
  as parcel (id, owner, is_first, event_ids, turns, account_id)
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
  const parcels = rows.map(({ eventIds, turns, ...row }) => ({
    ...row,
    owner,
    entries: eventIds.map((eventId, n) => ({ eventId, turn: turns === null ? 0 : (turns[n] ?? null) })),
  }));
  return claimedOf(parcels, callbackRows.sizeOf);
}

interface ClaimedRow extends Omit<CallbackParcel, 'entries'> {
  readonly eventIds: readonly string[];
  readonly turns: readonly (number | null)[] | null;
}

/** A parcel of version 0.1.0 has events of several accounts, and none of its own. */
const claimSql = prepared`
${claiming(oldestFree('kind = 1 and coalesce(account_id, 0) <> all($2::bigint[])', 'written_at'))}
returning due.id, coalesce(due.account_id, 0) as "accountId", free.is_first as "isFirst",
  due.event_ids as "eventIds", due.turns
`;
