import type { Pool } from 'pg';
import { type Part, part, prepared } from '../store/prepared.ts';
import { type Statement, sql, type t } from '../store/tables.ts';
import type { Claimed, Owned, Parcel } from './performer.ts';

/** The rows of one kind of due work. */
export interface DueRows<One extends Parcel> {
  /** What it is, for the log. */
  readonly of: string;
  /** How many pieces of work a parcel has: each takes a place in memory. */
  sizeOf(parcel: One): number;
  /** Whether it can be done as soon as it is written. */
  isDueNow(parcel: One): boolean;
  /** Each with its owner; without one, any replica claims it. */
  write(parcels: readonly One[], ownerOf: (parcel: One) => number | null): readonly Part[];
  /** Deletes those that are still their owners'. */
  remove(parcels: readonly Owned<Parcel>[]): readonly Part[];
  /** The ids of those of an owner. */
  ownedBy(pool: Pool, owner: number): Promise<readonly string[]>;
  /** Hands parcels back: any replica may claim them. Returns how many were still there. */
  free(pool: Pool, owner: number, ids: readonly string[]): Promise<number>;
}

/** Enough to spread the cost of a row. */
export const piecesPerParcel = 32;

/** What one claim takes at most: parcels, of which it takes none beyond that number of pieces of work. */
const mostOfClaim = { parcels: 128, pieces: 256 } as const;

export function claimedOf<One>(parcels: readonly One[], sizeOf: (parcel: One) => number): Claimed<One> {
  const pieces = parcels.reduce((sum, parcel) => sum + sizeOf(parcel), 0);
  return { parcels, isMore: parcels.length === mostOfClaim.parcels || pieces >= mostOfClaim.pieces };
}

/** A table of parcels, with what it calls the time by which they come, and their pieces. */
export interface ParcelTable {
  readonly table: (typeof t)['callback_parcels' | 'stage_parcels'];
  readonly time: 'written_at' | 'due_at';
  readonly pieces: 'event_ids' | 'message_ids';
}

/** SQL: parcels without an owner that meet a condition, the first by their time, and locked. */
export function oldestFree({ table, time, pieces }: ParcelTable, condition: string): Statement {
  return sql`
select id, is_taken, ${time} as at, cardinality(${pieces}) as size from ${table} as parcel
where owner is null and ${condition}
order by ${time} limit ${mostOfClaim.parcels}
for update skip locked`;
}

/**
 * SQL: gives the replica $1 the first of the listed parcels. They are `free` and `parcel`, and found by their
 * ids whatever the planner takes the table for, since it may be full of dead rows.
 *
 * @param changes what else changes in them.
 */
export function claiming({ table }: ParcelTable, listed: Statement, changes = ''): Statement {
  return sql`
with listed as materialized (${listed}), free as materialized (
  select id, is_taken from (select *, sum(size) over (order by at, id) - size as before from listed) as counted
  where before < ${mostOfClaim.pieces}
)
update ${table} as parcel set owner = $1::bigint, is_taken = true${changes}
from free
where parcel.id = any(array(select id from free)) and parcel.id = free.id`;
}

/** What is alike for all tables of parcels. */
export function rowsOf({ table }: ParcelTable): Pick<DueRows<Parcel>, 'remove' | 'ownedBy' | 'free'> {
  const ownedSql = prepared`select id from ${table} where owner = $1::bigint`;
  const freeSql = prepared`update ${table} set owner = null where id = any($2::uuid[]) and owner = $1::bigint`;
  // They are found by their ids: the index of owners is full of dead rows.
  const removePart = part`
delete from ${table} where id = any($1::uuid[]) and coalesce(owner, 0) = any($2::bigint[])`;
  return {
    remove(parcels: readonly Owned<Parcel>[]) {
      if (parcels.length === 0) return [];
      return [removePart([parcels.map(({ id }) => id), [...new Set(parcels.map(({ owner }) => owner))]])];
    },
    async ownedBy(pool: Pool, owner: number) {
      const { rows } = await pool.query<{ id: string }>(ownedSql([owner]));
      return rows.map(({ id }) => id);
    },
    async free(pool: Pool, owner: number, ids: readonly string[]) {
      const { rowCount } = await pool.query(freeSql([owner, ids]));
      return rowCount ?? 0;
    },
  };
}
