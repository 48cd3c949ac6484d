import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { channels } from '../channels.ts';
import { chunksOf } from '../chunks-of.ts';
import type { MessageKey } from '../store/message-key.ts';
import { conditional, part, prepared } from '../store/prepared.ts';
import { sql, t } from '../store/tables.ts';
import { claimedOf, claiming, type DueRows, oldestFree, piecesPerParcel, rowsOf } from './due-rows.ts';
import type { Claimed, Owned, Parcel } from './performer.ts';

/**
 * Messages of an account that are due at the same stage at the same time: a row costs as much as a message.
 */
export interface StageParcel extends Parcel {
  readonly queue: 'stage' | 'timer';
  readonly position: number;
  readonly messageIds: readonly number[];
  /** It has one message, whose content must not be in memory together with many others. */
  readonly isHeavy: boolean;
  /** How often it has failed. */
  readonly tries: number;
  /** The caller's start time. */
  readonly startAt: Date | null;
  /** Without a start time: until it is due, on the clock of the database. */
  readonly delayMs: number;
  /** The channel whose gateway failed, or had no room. */
  readonly gateway: string | null;
}

/** A message with the time of its next stage or timer. */
interface DueMessage extends MessageKey {
  readonly queue: StageParcel['queue'];
  readonly position: number;
  /** Seconds from now, on the clock of the database. */
  readonly delaySeconds: number;
  readonly isHeavy: boolean;
  readonly startAt?: Date | null;
}

/** Groups messages into as few parcels as possible. A timer loads no content. */
export function stageParcels(due: readonly DueMessage[]): StageParcel[] {
  const together = Map.groupBy(
    due.map((one) => ({ startAt: null, ...one, isHeavy: one.isHeavy && one.queue === 'stage' })),
    ({ queue, accountId, position, delaySeconds, startAt, isHeavy }) =>
      `${queue} ${accountId} ${position} ${delaySeconds} ${startAt?.getTime()} ${isHeavy}`,
  );
  return [...together.values()].flatMap((messages) =>
    chunksOf(messages, messages[0]?.isHeavy === true ? 1 : piecesPerParcel).flatMap(([first, ...others]) => {
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

export function firstStages(messages: readonly NewMessage[]): StageParcel[] {
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

const table = { table: t.stage_parcels, time: 'due_at', pieces: 'message_ids' } as const;

export const stageRows: DueRows<StageParcel> = {
  of: 'stages and timers',
  sizeOf: ({ messageIds }) => messageIds.length,
  isDueNow: ({ startAt, delayMs }) => startAt === null && delayMs <= 0,
  write: (parcels, ownerOf) => (parcels.length === 0 ? [] : [writePart(columnsOf(parcels, ownerOf))]),
  ...rowsOf(table),
};

/** Writes what is left of first stages when the same statement has accepted some of their messages. */
export const writeAccepted: DueRows<StageParcel>['write'] = (parcels, ownerOf) => [
  acceptedPart(columnsOf(parcels, ownerOf)),
];

function columnsOf(parcels: readonly StageParcel[], ownerOf: (parcel: StageParcel) => number | null) {
  return [
    parcels.map(({ id }) => id),
    parcels.map(({ queue }) => queue),
    parcels.map(ownerOf),
    parcels.map(({ messageIds }) => messageIds.join()),
    parcels.map(({ startAt }) => startAt),
    parcels.map(({ delayMs }) => delayMs),
    parcels.map(({ accountId }) => accountId),
    parcels.map(({ position }) => position),
    parcels.map(({ tries }) => tries),
    parcels.map(({ gateway }) => gateway),
    parcels.map(({ isHeavy }) => isHeavy),
  ];
}

const writing = (messageIds: string, rows: string, among: string) => sql`
insert into ${t.stage_parcels} (
  id, account_id, queue, position, message_ids, is_heavy, owner, is_taken, written_at, start_at, due_at, tries, gateway
)
select id, account_id, queue, position, ${messageIds}, is_heavy, owner, owner is not null, now(),
  start_at, coalesce(start_at, now() + delay_ms * interval '1 millisecond'), tries, gateway
from ${rows}unnest(
  $1::uuid[], $2::text[], $3::bigint[], $4::text[], $5::timestamptz[], $6::float8[], $7::bigint[], $8::smallint[],
  $9::smallint[], $10::text[], $11::boolean[]
) as parcel (id, queue, owner, ids, start_at, delay_ms, account_id, position, tries, gateway, is_heavy)
${among}
`;

const writePart = conditional`${writing("string_to_array(ids, ',')::bigint[]", 'given cross join ', '')}`;

/** Of messages that the same statement accepts: their ids are in `accepted`. */
const acceptedPart = part`${writing(
  'among.message_ids',
  '',
  `cross join lateral (
  select array_agg(accepted.id order by one.n) as message_ids
  from unnest(string_to_array(ids, ',')) with ordinality as one (id, n)
  join accepted on accepted.id = one.id::bigint
) as among
where among.message_ids is not null`,
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
): Promise<Claimed<Owned<StageParcel>>> {
  const looks = ['', ...channels];
  const ages = looks.map((gateway) => (gateways.includes(gateway) ? gatewayPatience : 0));
  const { rows } = await pool.query<ClaimedRow>(claimSql([owner, accounts, looks, ages, gateways]));
  const parcels = rows.map(({ messageIds, ...row }) => ({
    ...row,
    owner,
    messageIds: messageIds.map(Number),
    startAt: null,
    delayMs: 0,
  }));
  return claimedOf(parcels, stageRows.sizeOf);
}

interface ClaimedRow extends Omit<StageParcel, 'messageIds' | 'startAt' | 'delayMs'> {
  readonly messageIds: readonly (string | number)[];
}

/** Seconds: what waits for a gateway is tried once an hour, until its stage ends. */
const gatewayPatience = 3_600;

/**
 * It looks into what waits for each gateway by itself, so that it does not walk over all that waits for a
 * closed one. From then on, the time counts from the claim, should its owner die.
 */
const claimSql = prepared`
${claiming(
  table,
  sql`
select one.* from unnest($3::text[], $4::integer[]) as look (gateway, age)
cross join lateral (${oldestFree(
    table,
    `coalesce(gateway, '') = look.gateway
    and due_at <= now() - look.age * interval '1 second'
    and account_id <> all($2::bigint[])
    and (
      account_id || ' ' || look.gateway <> all($5::text[])
      or due_at < now() - ${gatewayPatience} * interval '1 second'
    )`,
  )}) as one`,
  ', written_at = now()',
)}
returning parcel.id, parcel.queue, parcel.account_id as "accountId", parcel.position,
  parcel.message_ids as "messageIds", parcel.is_heavy as "isHeavy", parcel.tries, parcel.gateway
`;

/**
 * After the database's clock was set back: what waits for a delay waits no longer than at first. A start time
 * stays. Idempotent. Returns how many parcels waited.
 */
export async function rebaseStages(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(rebaseSql);
  return rowCount ?? 0;
}

/** In local time of UTC: see `cluster/refused-forms.test.ts`. */
const rebaseSql = sql`
update ${t.stage_parcels}
set due_at = coalesce(start_at,
    (due_at at time zone 'UTC' - (written_at at time zone 'UTC' - clock.now at time zone 'UTC')) at time zone 'UTC'),
  written_at = clock.now
from (select now() as now offset 0) as clock
where written_at > clock.now + interval '1 second'`;
