import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { chunksOf } from '../chunks-of.ts';
import { type Claimed, claimedOf, claiming, entriesPerParcel, oldestFree } from '../due/parcels.ts';
import { channels } from '../gateways/gateway.ts';
import type { MessageKey } from '../store/message-key.ts';
import { type Part, part, prepared, writeTogether } from '../store/prepared.ts';
import { sql, t } from '../store/tables.ts';
import { inTransaction } from '../store/transaction.ts';
import type { MessageFollowup } from './cascade-run.ts';

/**
 * Messages of an account that are due at the same stage at the same time: a row costs as much as a message.
 */
export interface StageParcel {
  readonly id: string;
  readonly queue: 'stage' | 'timer';
  readonly accountId: number;
  readonly position: number;
  readonly messageIds: readonly number[];
  /** It has one message, whose content must not be in memory together with many others. */
  readonly isHeavy: boolean;
  /** How often it has failed. */
  readonly tries: number;
}

/** A parcel that is written: with its time, or with a delay, which the database adds to its own clock. */
export interface NewStageParcel extends StageParcel {
  /** The caller's start time. */
  readonly startAt: Date | null;
  readonly delayMs: number;
  /** The channel whose gateway failed, or had no room. */
  readonly gateway: string | null;
}

/** A parcel in the memory of its owner. */
export interface OwnedStageParcel extends StageParcel {
  readonly owner: number;
}

/** A message with the time of its next stage or timer. */
interface DueMessage extends MessageFollowup {
  readonly startAt?: Date | null;
}

/** Groups messages into as few parcels as possible. A timer loads no content. */
export function stageParcels(due: readonly DueMessage[]): NewStageParcel[] {
  const together = Map.groupBy(
    due.map((one) => ({ startAt: null, ...one, isHeavy: one.isHeavy && one.queue === 'stage' })),
    ({ queue, accountId, position, delaySeconds, startAt, isHeavy }) =>
      `${queue} ${accountId} ${position} ${delaySeconds} ${startAt?.getTime()} ${isHeavy}`,
  );
  return [...together.values()].flatMap((messages) =>
    chunksOf(messages, messages[0]?.isHeavy === true ? 1 : entriesPerParcel).flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const { messageId, delaySeconds, ...rest } = first;
      const messageIds = [messageId, ...others.map((other) => other.messageId)];
      return [
        { ...rest, id: randomUUID(), messageIds, delayMs: delaySeconds * 1_000, tries: 0, gateway: null },
      ];
    }),
  );
}

/** A message that was just accepted. */
interface NewMessage extends MessageKey {
  readonly startAt: Date | null;
  readonly isHeavy: boolean;
}

export function firstStages(messages: readonly NewMessage[]): NewStageParcel[] {
  return stageParcels(
    messages.map(({ accountId, messageId, startAt, isHeavy }) => ({
      queue: 'stage',
      accountId,
      messageId,
      position: 1,
      delaySeconds: 0,
      startAt,
      isHeavy,
    })),
  );
}

/**
 * Milliseconds until a parcel that failed that often is tried again: 1, 2, 4 seconds and so on, up to a
 * minute.
 */
export function retryDelay(tries: number): number {
  return Math.min(60, 2 ** tries) * 1_000;
}

/** `cascade.due.kind`. */
const kinds = { stage: 2, timer: 3 } as const;

/**
 * Each with its owner; without one, any replica claims it when it is due.
 *
 * @param kind `writeAccepted` for the intake.
 */
export function writeStages(
  parcels: readonly NewStageParcel[],
  ownerOf: (parcel: NewStageParcel) => number | null,
  kind = write,
): readonly Part[] {
  if (parcels.length === 0) return [];
  return [
    kind([
      parcels.map(({ id }) => id),
      parcels.map(({ queue }) => kinds[queue]),
      parcels.map(ownerOf),
      parcels.map(({ messageIds }) => messageIds.join()),
      parcels.map(({ startAt }) => startAt),
      parcels.map(({ delayMs }) => delayMs),
      parcels.map(({ accountId }) => accountId),
      parcels.map(({ position }) => position),
      parcels.map(({ tries }) => tries),
      parcels.map(({ gateway }) => gateway),
      parcels.map(({ isHeavy }) => isHeavy),
    ]),
  ];
}

/** What begins at the caller's time says nothing about how late we are, and neither does a retry. */
const writing = (eventIds: string, among: string) => sql`
insert into ${t.due} (
  id, kind, owner, is_first, written_at, event_ids, due_at, account_id, position, tries, gateway, is_heavy
)
select id, kind, owner, owner is null and start_at is null and tries = 0 and gateway is null, now(),
  ${eventIds}, coalesce(start_at, now() + delay_ms * interval '1 millisecond'),
  account_id, position, tries, gateway, is_heavy
from unnest(
  $1::uuid[], $2::smallint[], $3::bigint[], $4::text[], $5::timestamptz[], $6::float8[], $7::bigint[], $8::smallint[],
  $9::smallint[], $10::text[], $11::boolean[]
) as parcel (id, kind, owner, message_ids, start_at, delay_ms, account_id, position, tries, gateway, is_heavy)
${among}
`;

const write = part`${writing("string_to_array(message_ids, ',')", '')}`;

/** Of messages that the same statement accepts: their ids are in `accepted`. */
export const writeAccepted = part`${writing(
  'among.event_ids',
  `cross join lateral (
  select array_agg(one.id order by one.n) as event_ids
  from unnest(string_to_array(message_ids, ',')) with ordinality as one (id, n)
  join accepted on accepted.id = one.id::bigint
) as among
where among.event_ids is not null`,
)}`;

/** What is not to be claimed now. */
export interface NotNow {
  /** Accounts whose share is used up. */
  readonly accounts: readonly number[];
  /** Gateways without room for what they have been tried with; see `GatewayLanes.closed`. */
  readonly gateways: readonly string[];
}

/** Claims parcels that are due, the longest due first. */
export async function claimStages(
  pool: Pool,
  owner: number,
  { accounts, gateways }: NotNow,
): Promise<Claimed<OwnedStageParcel>> {
  const looks = ['', ...channels];
  const ages = looks.map((gateway) => (gateways.includes(gateway) ? gatewayPatience : 0));
  const { rows } = await pool.query<ClaimedRow>(claimSql([owner, accounts, looks, ages, gateways]));
  const parcels = rows.map(
    ({ kind, messageIds, ...row }) =>
      ({
        ...row,
        owner,
        queue: kind === kinds.stage ? 'stage' : 'timer',
        messageIds: messageIds.map(Number),
      }) as const,
  );
  return claimedOf(parcels, ({ messageIds }) => messageIds.length);
}

interface ClaimedRow extends Omit<OwnedStageParcel, 'queue' | 'messageIds' | 'owner'> {
  readonly kind: number;
  readonly messageIds: readonly string[];
}

/** Seconds: what waits for a gateway is tried once an hour, and given up in its time. */
const gatewayPatience = 3_600;

/**
 * It looks into what waits for each gateway by itself, so that it does not walk over all that waits for a
 * closed one. From then on, the time counts from the claim, should its owner die.
 */
const claimSql = prepared`
${claiming(
  sql`
select one.* from unnest($3::text[], $4::integer[]) as look (gateway, age)
cross join lateral (${oldestFree(
    `kind > 1 and coalesce(gateway, '') = look.gateway
    and due_at <= now() - look.age * interval '1 second'
    and account_id <> all($2::bigint[])
    and (
      account_id || ' ' || look.gateway <> all($5::text[])
      or due_at < now() - ${gatewayPatience} * interval '1 second'
    )`,
    'due_at',
  )}) as one`,
  ', written_at = now()',
)}
returning due.id, due.kind, due.account_id as "accountId", due.position, due.event_ids as "messageIds",
  due.is_heavy as "isHeavy", due.tries
`;

/**
 * Ends the hold of parcels, unless they are another replica's by now. They are found by their ids: the index
 * of owners is full of dead rows.
 */
export function endStages(parcels: readonly OwnedStageParcel[]): readonly Part[] {
  if (parcels.length === 0) return [];
  return [remove([parcels.map(({ id }) => id), [...new Set(parcels.map(({ owner }) => owner))]])];
}

const remove = part`
delete from ${t.due} where id = any($1::uuid[]) and coalesce(owner, 0) = any($2::bigint[])
`;

/** The same for one of which something is left: that is tried again, under other ids. */
export async function retryStages(
  pool: Pool,
  parcel: OwnedStageParcel,
  left: readonly NewStageParcel[],
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const ended = await writeTogether(client, endStages([parcel]));
    if (ended?.rowCount !== 0)
      await writeTogether(
        client,
        writeStages(left, () => null),
      );
  });
}

/**
 * After the database's clock was set back: what waits for a delay waits no longer than at first. A start time
 * stays: no delay of a stage is as long. Idempotent. Returns how many parcels waited.
 */
export async function rebaseStages(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(rebaseSql);
  return rowCount ?? 0;
}

/** In local time of UTC: Citus lets no update add to a time, which depends on the zone of the session. */
const rebaseSql = sql`
update ${t.due}
set due_at = case when kind = 2 and extract(epoch from due_at - written_at) > 60 then due_at
    else (due_at at time zone 'UTC' - (written_at at time zone 'UTC' - clock.now at time zone 'UTC')) at time zone 'UTC' end,
  written_at = clock.now
from (select now() as now offset 0) as clock
where kind > 1 and written_at > clock.now + interval '1 second'`;
