import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { chunksOf } from '../chunks-of.ts';
import { type Part, part, prepared } from '../store/prepared.ts';
import { type Statement, sql, t } from '../store/tables.ts';

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

/** Events of one account, to be written as a row of work. */
export interface NewParcel {
  readonly id: string;
  readonly accountId: number;
  readonly entries: readonly Entry[];
  /** Its events are written with it, and no replica has had it before. */
  readonly isFirst: boolean;
}

/**
 * Work on its way: a row that its owner deletes in the commit of the last outcome (decisions/due-work.md).
 */
export interface Parcel extends NewParcel {
  /** The replica that does it, by the id that it has while it lives. */
  readonly owner: number;
}

/** An event, and its account. */
export interface AccountEntry extends Entry {
  readonly accountId: number;
}

/** `cascade.due.kind`. */
const callbacks = 1;

/** Enough to spread the cost of a row. */
export const entriesPerParcel = 32;

export function parcelsOf(entries: readonly AccountEntry[], isFirst = false): readonly NewParcel[] {
  const byAccount = Map.groupBy(entries, ({ accountId }) => accountId);
  return [...byAccount].flatMap(([accountId, ofAccount]) =>
    chunksOf(ofAccount, entriesPerParcel).map((some) => ({
      id: randomUUID(),
      accountId,
      isFirst,
      entries: some.map(({ eventId, turn }) => ({ eventId, turn })),
    })),
  );
}

/** Each with its owner; without one, any replica claims it. */
export function writeParcels(
  parcels: readonly NewParcel[],
  ownerOf: (parcel: NewParcel) => number | null,
): readonly Part[] {
  if (parcels.length === 0) return [];
  // A text for each parcel: arrays of arrays would all need the same length.
  const eventIds = parcels.map(({ entries }) => entries.map(({ eventId }) => eventId).join());
  const turns = parcels.map(({ entries }) => entries.map(({ turn }) => turn ?? '').join());
  return [
    write([
      parcels.map(({ id }) => id),
      callbacks,
      parcels.map(ownerOf),
      parcels.map(({ isFirst }) => isFirst),
      eventIds,
      turns,
      parcels.map(({ accountId }) => accountId),
    ]),
  ];
}

const write = part`
insert into ${t.due} (id, kind, owner, is_first, written_at, event_ids, turns, account_id)
select id, $2::smallint, owner, is_first and owner is null, now(), string_to_array(event_ids, ','),
  case when not is_first then string_to_array(turns, ',', '')::integer[] end, account_id
from unnest($1::uuid[], $3::bigint[], $4::boolean[], $5::text[], $6::text[], $7::bigint[])
  as parcel (id, owner, is_first, event_ids, turns, account_id)
`;

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
 * Claims parcels that have no owner, the oldest first.
 *
 * @param notNow accounts that have no room now.
 */
export async function claimParcels(
  pool: Pool,
  owner: number,
  notNow: readonly number[] = [],
): Promise<Claimed<Parcel>> {
  const { rows } = await pool.query<ClaimedRow>(claimSql([owner, notNow]));
  const parcels = rows.map(({ eventIds, turns, ...row }) => ({
    ...row,
    owner,
    entries: eventIds.map((eventId, n) => ({ eventId, turn: turns === null ? 0 : (turns[n] ?? null) })),
  }));
  return claimedOf(parcels, ({ entries }) => entries.length);
}

interface ClaimedRow extends Omit<Parcel, 'entries' | 'owner'> {
  readonly eventIds: readonly string[];
  readonly turns: readonly (number | null)[] | null;
}

/** A parcel of version 0.1.0 has events of several accounts, and none of its own. */
const claimSql = prepared`
${claiming(oldestFree('kind = 1 and coalesce(account_id, 0) <> all($2::bigint[])', 'written_at'))}
returning due.id, coalesce(due.account_id, 0) as "accountId", free.is_first as "isFirst",
  due.event_ids as "eventIds", due.turns
`;

/** In the commit of their last outcomes. */
export function deleteParcels(ids: readonly string[]): readonly Part[] {
  return ids.length === 0 ? [] : [remove([ids])];
}

const remove = part`delete from ${t.due} where id = any($1::uuid[])`;

/** The ids of all parcels of an owner: of stages and timers, or else of callbacks. */
export async function parcelsOwnedBy(
  pool: Pool,
  owner: number,
  isStages: boolean,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(ownedSql([owner, isStages]));
  return rows.map(({ id }) => id);
}

const ownedSql = prepared`select id from ${t.due} where owner = $1::bigint and (kind > 1) = $2::boolean`;

/** Gives parcels up: any replica may claim them. Returns how many were still there. */
export async function freeParcels(pool: Pool, owner: number, ids: readonly string[]): Promise<number> {
  const { rowCount } = await pool.query(freeSql([owner, ids]));
  return rowCount ?? 0;
}

const freeSql = prepared`update ${t.due} set owner = null where id = any($2::uuid[]) and owner = $1::bigint`;
