import type { Pool } from 'pg';
import { part, prepared } from '../store/prepared.ts';
import { type Statement, sql, t } from '../store/tables.ts';
import type { DueRows } from './due-work.ts';
import type { Owned, Parcel } from './held-parcels.ts';

/** Enough to spread the cost of a row. */
export const piecesPerParcel = 32;

/** What one claim takes at most: parcels, of which it takes none beyond that number of pieces of work. */
const mostOfClaim = { parcels: 128, pieces: 256 } as const;

/** Parcels of one claim, and whether there may be more. */
export interface Claimed<One> {
  readonly parcels: readonly One[];
  readonly isMore: boolean;
}

export function claimedOf<One>(parcels: readonly One[], sizeOf: (parcel: One) => number): Claimed<One> {
  const pieces = parcels.reduce((sum, parcel) => sum + sizeOf(parcel), 0);
  return { parcels, isMore: parcels.length === mostOfClaim.parcels || pieces >= mostOfClaim.pieces };
}

/** SQL: parcels without an owner that meet a condition, the first by a time, and locked. */
export function oldestFree(condition: string, time: 'written_at' | 'due_at'): Statement {
  return sql`
select id, is_first, ${time} as at, cardinality(event_ids) as size from ${t.due} as due
where owner is null and ${condition}
order by ${time} limit ${mostOfClaim.parcels}
for update skip locked`;
}

/**
 * SQL: gives the replica $1 the first of the listed parcels. They are `free` and `due`, and found by their
 * ids whatever the planner takes the table for, since it may be full of dead rows.
 *
 * @param changes what else changes in them.
 */
export function claiming(listed: Statement, changes = ''): Statement {
  return sql`
with listed as materialized (${listed}), free as materialized (
  select id, is_first from (select *, sum(size) over (order by at, id) - size as before from listed) as counted
  where before < ${mostOfClaim.pieces}
)
update ${t.due} as due set owner = $1::bigint, is_first = false${changes}
from free
where due.id = any(array(select id from free)) and due.id = free.id`;
}

/**
 * What is alike for both kinds.
 *
 * @param isKind SQL: the condition on rows of the kind.
 */
export function rowsOf(isKind: string): Pick<DueRows<Parcel>, 'remove' | 'ownedBy' | 'free'> {
  const ownedSql = prepared`select id from ${t.due} where owner = $1::bigint and ${isKind}`;
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

/** They are found by their ids: the index of owners is full of dead rows. */
const removePart = part`
delete from ${t.due} where id = any($1::uuid[]) and coalesce(owner, 0) = any($2::bigint[])
`;

const freeSql = prepared`update ${t.due} set owner = null where id = any($2::uuid[]) and owner = $1::bigint`;
