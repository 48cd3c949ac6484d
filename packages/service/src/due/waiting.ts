import type { ClientBase, Pool, PoolClient } from 'pg';
import { prepared, writeTogether } from '../store/prepared.ts';
import { sql, t } from '../store/tables.ts';
import { inTransaction } from '../store/transaction.ts';
import { type AccountEntry, type CallbackParcel, callbackParcels, callbackRows } from './callback-parcels.ts';
import type { Owned } from './performer.ts';

/** Where work waits: a URL of an account. */
export interface LaneKey {
  readonly accountId: number;
  readonly url: string;
}

/** An event that waits in a lane. Delays are in milliseconds; the database adds them to its own clock. */
export interface WaitingEntry extends LaneKey, AccountEntry {
  /** Until it may be claimed. */
  readonly dueInMs: number;
  /** Until a replica looks into the lane again; null for when the event is due. */
  readonly visitInMs: number | null;
  /** Until it is claimed in any case, to be given up. */
  readonly giveUpInMs: number;
}

/** Has events wait, in the caller's transaction, in the order in which they are given. */
export async function writeWaiting(client: ClientBase, entries: readonly WaitingEntry[]): Promise<void> {
  // A lane without room says when to look into it again; the retry of an event can only bring that forward.
  const byKind = Map.groupBy(entries, ({ visitInMs }) => visitInMs !== null);
  await Promise.all([...byKind].map(([isPutOff, some]) => writeSome(client, some, isPutOff)));
}

async function writeSome(
  client: ClientBase,
  some: readonly WaitingEntry[],
  isPutOff: boolean,
): Promise<void> {
  await client.query(
    writeSql([
      some.map(({ accountId }) => accountId),
      some.map(({ url }) => url),
      some.map(({ dueInMs }) => dueInMs),
      some.map(({ eventId }) => eventId),
      some.map(({ turn }) => turn),
      some.map(({ giveUpInMs }) => giveUpInMs),
      some.map(({ visitInMs, dueInMs }) => visitInMs ?? dueInMs),
      isPutOff,
    ]),
  );
}

/** A lane is not dated anew by some milliseconds: a paused one gets many events with the same end. */
const writeSql = prepared`
with entry as materialized (
  select *, hashtextextended(url, 0) as lane from unnest(
    $1::bigint[], $2::text[], $3::float8[], $4::text[], $5::integer[], $6::float8[], $7::float8[]
  ) with ordinality as entry (account_id, url, due_ms, event_id, turn, give_up_ms, visit_ms, n)
), written as (
  insert into ${t.waiting} (account_id, lane, due_at, event_id, turn, written_at, give_up_at)
  select account_id, lane, now() + due_ms * interval '1 millisecond' + n * interval '1 microsecond', event_id, turn,
    now(), now() + give_up_ms * interval '1 millisecond'
  from entry
  on conflict (account_id, lane, due_at, event_id) do nothing
)
insert into ${t.waiting_lanes} as known (account_id, lane, url, next_at)
select account_id, lane, min(url), now() + min(visit_ms) * interval '1 millisecond'
from entry
group by account_id, lane
order by account_id, lane
on conflict (account_id, lane) do update set next_at = excluded.next_at
where case when $8::boolean then excluded.next_at not between known.next_at - interval '0.1 s' and known.next_at + interval '0.1 s'
  else excluded.next_at < known.next_at end
`;

/** What there is to claim now. */
export interface Claimable {
  readonly parcels: boolean;
  readonly lanes: boolean;
  /** Events whose time is over. */
  readonly expired: boolean;
}

export async function findClaimable(pool: Pool): Promise<Claimable> {
  const { rows } = await pool.query<Claimable>(findSql([]));
  return rows[0] ?? { parcels: false, lanes: false, expired: false };
}

const findSql = prepared`
select exists (select from ${t.callback_parcels} where owner is null) as parcels,
  exists (select from ${t.waiting_lanes} where next_at <= now()) as lanes,
  exists (select from ${t.waiting} where give_up_at <= now()) as expired
`;

/** How much a lane may have at once, and in how many milliseconds to look into it again at the soonest. */
export interface Visit {
  readonly room: number;
  readonly againInMs: number;
}

export interface VisitOptions {
  readonly owner: number;
  /** Called once for each lane that is due, the longest due first. */
  readonly visit: (lane: LaneKey) => Visit;
}

/** The most lanes of one transaction. */
const lanesAtOnce = 64;

/**
 * Claims events of the lanes that are due, as many as each has room for. Lanes that another replica visits
 * are left to it.
 */
export async function claimByLanes(
  pool: Pool,
  { owner, visit }: VisitOptions,
): Promise<readonly Owned<CallbackParcel>[]> {
  return inTransaction(pool, async (client, write) => {
    const { rows: lanes } = await client.query<LaneKey & { lane: string }>(lanesSql([lanesAtOnce]));
    if (lanes.length === 0) return [];
    const visits = lanes.map(visit);
    const { rows } = await client.query<AccountEntry>(
      takeSql([
        lanes.map(({ accountId }) => accountId),
        lanes.map(({ lane }) => lane),
        visits.map(({ room }) => room),
        visits.map(({ againInMs }) => againInMs),
      ]),
    );
    return own({ client, write }, rows, owner);
  });
}

/** Claims events whose time is over, of all lanes. */
export async function claimExpired(
  pool: Pool,
  owner: number,
  most: number,
): Promise<readonly Owned<CallbackParcel>[]> {
  return inTransaction(pool, async (client, write) => {
    const { rows } = await client.query<AccountEntry>(expiredSql([most]));
    return own({ client, write }, rows, owner);
  });
}

function own(
  { client, write }: { readonly client: PoolClient; readonly write: (statement: Promise<unknown>) => void },
  entries: readonly AccountEntry[],
  owner: number,
): readonly Owned<CallbackParcel>[] {
  const parcels = callbackParcels(entries).map((parcel) => ({ ...parcel, owner }));
  write(
    writeTogether(
      client,
      callbackRows.write(parcels, () => owner),
    ),
  );
  return parcels;
}

const lanesSql = prepared`
select account_id as "accountId", lane::text, url from ${t.waiting_lanes}
where next_at <= now()
order by next_at limit $1
for update skip locked
`;

/** One more event than there is room for says when to look again. A lane without events is deleted. */
const takeSql = prepared`
with visited as materialized (
  select * from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::float8[]) as visited (account_id, lane, room, again_ms)
), listed as materialized (
  select visited.*, one.due_at, one.event_id,
    row_number() over (partition by visited.account_id, visited.lane order by one.due_at, one.event_id) as n
  from visited
  left join lateral (
    select waiting.due_at, waiting.event_id from ${t.waiting} as waiting
    where waiting.account_id = visited.account_id and waiting.lane = visited.lane
    order by waiting.due_at, waiting.event_id
    limit visited.room + 1
  ) as one on true
), taken as (
  delete from ${t.waiting} as waiting using listed
  where listed.n <= listed.room and listed.due_at <= now()
    and waiting.account_id = listed.account_id and waiting.lane = listed.lane
    and waiting.due_at = listed.due_at and waiting.event_id = listed.event_id
  returning waiting.account_id, waiting.event_id, waiting.turn, waiting.due_at
), left_over as materialized (
  select account_id, lane, next_due, greatest(now() + again_ms * interval '1 millisecond', next_due) as next_at
  from (
    select account_id, lane, again_ms, min(due_at) filter (where n > room or due_at > now()) as next_due
    from listed group by account_id, lane, again_ms
  ) as lane
), dated as (
  update ${t.waiting_lanes} known
  set next_at = left_over.next_at
  from left_over
  where left_over.next_due is not null and known.account_id = left_over.account_id and known.lane = left_over.lane
), emptied as (
  delete from ${t.waiting_lanes} known using left_over
  where left_over.next_due is null and known.account_id = left_over.account_id and known.lane = left_over.lane
)
select account_id as "accountId", event_id as "eventId", turn from taken order by due_at, event_id
`;

const expiredSql = prepared`
with expired as (
  select account_id, lane, due_at, event_id from ${t.waiting} as waiting
  where give_up_at <= now()
  order by give_up_at limit $1
  for update skip locked
)
delete from ${t.waiting} as waiting using expired
where waiting.account_id = expired.account_id and waiting.lane = expired.lane
  and waiting.due_at = expired.due_at and waiting.event_id = expired.event_id
returning waiting.account_id as "accountId", waiting.event_id as "eventId", waiting.turn
`;

/** Lanes to look into now: a receiver that answers, or, without a URL, all those of an account. */
export async function wakeLanes(
  pool: Pool,
  lanes: readonly { readonly accountId: number; readonly url: string | null }[],
): Promise<void> {
  await pool.query(wakeSql([lanes.map(({ accountId }) => accountId), lanes.map(({ url }) => url)]));
}

const wakeSql = prepared`
with woken as (
  select known.account_id, known.lane
  from unnest($1::bigint[], $2::text[]) as answering (account_id, url)
  join ${t.waiting_lanes} known on known.account_id = answering.account_id
    and known.lane = coalesce(hashtextextended(answering.url, 0), known.lane)
  where known.next_at > now()
  order by known.account_id, known.lane
  for update of known
)
update ${t.waiting_lanes} known set next_at = now()
from woken
where known.account_id = woken.account_id and known.lane = woken.lane
`;

/** After the database's clock was set back: events wait no longer than at first. Idempotent. */
export async function rebaseWaiting(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(rebaseSql);
  if (rowCount !== null && rowCount > 0) await pool.query(rebaseLanesSql);
  return rowCount ?? 0;
}

/** In local time of UTC: see `cluster/refused-forms.test.ts`. */
const moved = (column: string) =>
  `(${column} at time zone 'UTC' - (written_at at time zone 'UTC' - clock.now at time zone 'UTC')) at time zone 'UTC'`;

const rebaseSql = sql`
update ${t.waiting}
set due_at = ${moved('due_at')}, give_up_at = ${moved('give_up_at')}, written_at = clock.now
from (select now() as now offset 0) as clock
where written_at > clock.now + interval '1 second'`;

const rebaseLanesSql = sql`
update ${t.waiting_lanes} set next_at = clock.now
from (select now() as now offset 0) as clock
where next_at > clock.now`;
