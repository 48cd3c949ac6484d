import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type Part, part, prepared } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import { chunksOf } from './chunks-of.ts';

/** An event that is to be sent, and the turn that this is for (`status_events.turn`); null for any turn. */
export interface Entry {
  readonly eventId: string;
  /**
   * An outcome of the event ends the turn and, while the event is pending, enters it once for the next one. So each event has
   * one chain of attempts, although a parcel that is open for other events may be done again.
   */
  readonly turn: number | null;
}

/** Work on its way: a row that its owner deletes in the commit of the last outcome (decisions/due-work.md). */
export interface Parcel {
  readonly id: string;
  /** The replica that does it, by the id that it has while it lives. */
  readonly owner: number;
  readonly entries: readonly Entry[];
  /** Its events were written with it, and no replica has had it before. */
  readonly isFirst: boolean;
}

/** `cascade.due.kind`. */
const callbacks = 1;

/** Enough to spread the cost of a row. */
export const entriesPerParcel = 32;

export function parcelsOf(
  entries: readonly Entry[],
  { owner, isFirst = false }: { readonly owner: number; readonly isFirst?: boolean },
): readonly Parcel[] {
  return chunksOf(entries, entriesPerParcel).map((some) => ({
    id: randomUUID(),
    owner,
    entries: some,
    isFirst,
  }));
}

/** Without an owner, any replica claims them. */
export function writeParcels(
  parcels: readonly Omit<Parcel, 'owner'>[],
  owner: number | null,
): readonly Part[] {
  if (parcels.length === 0) return [];
  // A text for each parcel: arrays of arrays would all need the same length.
  const eventIds = parcels.map(({ entries }) => entries.map(({ eventId }) => eventId).join());
  const turns = parcels.map(({ entries }) => entries.map(({ turn }) => turn ?? '').join());
  const isFirst = parcels.map((parcel) => parcel.isFirst);
  return [write([parcels.map(({ id }) => id), callbacks, owner, isFirst, eventIds, turns])];
}

const write = part`
insert into ${t.due} (id, kind, owner, is_first, written_at, event_ids, turns)
select id, $2::smallint, $3::bigint, is_first and $3::bigint is null, now(), string_to_array(event_ids, ','),
  case when not is_first then string_to_array(turns, ',', '')::integer[] end
from unnest($1::uuid[], $4::boolean[], $5::text[], $6::text[]) as parcel (id, is_first, event_ids, turns)
`;

/** Claims parcels that have no owner, the oldest first. */
export async function claimParcels(pool: Pool, owner: number, most: number): Promise<readonly Parcel[]> {
  const { rows } = await pool.query<ClaimedRow>(claimSql([owner, callbacks, most]));
  return rows.map(({ id, isFirst, eventIds, turns }) => ({
    id,
    owner,
    isFirst,
    entries: eventIds.map((eventId, n) => ({ eventId, turn: turns === null ? 0 : (turns[n] ?? null) })),
  }));
}

interface ClaimedRow {
  readonly id: string;
  readonly isFirst: boolean;
  readonly eventIds: readonly string[];
  readonly turns: readonly (number | null)[] | null;
}

const claimSql = prepared`
with free as (
  select id, is_first from ${t.due} as due
  where owner is null and kind = $2::smallint
  order by written_at limit $3
  for update skip locked
)
update ${t.due} as due set owner = $1::bigint, is_first = false
from free
where due.id = free.id
returning due.id, free.is_first as "isFirst", due.event_ids as "eventIds", due.turns
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
