import { longestReceipt } from '@cascade/transition';
import type { Pool } from 'pg';
import { stageParcels, stageRows } from '../due/stage-parcels.ts';
import { lateFrom } from '../engine/receipt-time.ts';
import { heavyFrom } from '../intake/commit-batch.ts';
import type { MessageKey } from '../store/message-key.ts';
import { writeTogether } from '../store/prepared.ts';
import { sql, t } from '../store/tables.ts';

/** A message under way that nothing will move on: a stage or a timer that it needs is not due work. */
export interface ForgottenWork extends MessageKey {
  readonly queue: 'stage' | 'timer';
  readonly position: number;
  /** The caller's start time of a first stage. */
  readonly startAt: Date | null;
  /** Seconds until a timer is due. */
  readonly delaySeconds: number;
  readonly isHeavy: boolean;
}

/** What an audit of messages found; a sound store has none of it. */
export interface MessageFindings {
  /** All messages that were read. */
  readonly messages: number;
  readonly forgotten: readonly ForgottenWork[];
  /** Ended messages that still reserve money. */
  readonly unreleased: readonly MessageKey[];
}

export interface AuditMessagesOptions {
  /** The most messages that one statement reads; 5,000 if absent. */
  readonly windowSize?: number;
  /** Stops after the current window. */
  readonly signal?: AbortSignal;
  /** Called after each window with the number of messages that were read so far. */
  readonly onProgress?: (messages: number) => void;
}

/** The most messages under way that are compared with due work at once, which is read from end to end. */
const comparedAtOnce = 50_000;

/**
 * Walks over all messages, and compares those that have not ended with due work. Each comparison is one
 * statement, so it sees one moment: a message and its due work change in one commit.
 */
export async function auditMessages(
  pool: Pool,
  options: AuditMessagesOptions = {},
): Promise<MessageFindings> {
  const { windowSize = 5_000, signal, onProgress = () => {} } = options;
  const forgotten: ForgottenWork[] = [];
  const unreleased: MessageKey[] = [];
  let messages = 0;
  let open: MessageKey[] = [];
  const compare = async () => {
    forgotten.push(...(await findForgotten(pool, open)));
    open = [];
  };
  let last: MessageKey | null = { accountId: 0, messageId: 0 };
  while (last !== null && signal?.aborted !== true) {
    const window: Window = await readWindow(pool, last, windowSize);
    open.push(...window.open);
    unreleased.push(...window.unreleased);
    messages += window.messages;
    last = window.last;
    onProgress(messages);
    if (open.length >= comparedAtOnce) await compare();
  }
  if (open.length > 0) await compare();
  return { messages, forgotten, unreleased };
}

interface Window {
  readonly messages: number;
  /** Null if there are no more. */
  readonly last: MessageKey | null;
  readonly open: readonly MessageKey[];
  readonly unreleased: readonly MessageKey[];
}

async function readWindow(pool: Pool, after: MessageKey, size: number): Promise<Window> {
  const { rows } = await pool.query<Window>(windowSql, [after.accountId, after.messageId, size]);
  return rows[0] ?? { messages: 0, last: null, open: [], unreleased: [] };
}

const keyJson = `jsonb_build_object('accountId', account_id, 'messageId', id)`;

const windowSql = sql`
with looked_at as materialized (
  select account_id, id, state, reserved from ${t.messages}
  where (account_id, id) > ($1::bigint, $2::bigint)
  order by account_id, id limit $3::integer
)
select count(*)::integer as messages,
  (select ${keyJson} from looked_at order by account_id desc, id desc limit 1) as last,
  coalesce(jsonb_agg(${keyJson}) filter (where state <> 'ended'), '[]') as open,
  coalesce(jsonb_agg(${keyJson}) filter (where state = 'ended' and reserved > 0), '[]') as unreleased
from looked_at`;

/** Of these messages, the work that they need and that is not due. */
async function findForgotten(pool: Pool, messages: readonly MessageKey[]): Promise<readonly ForgottenWork[]> {
  const { rows } = await pool.query<ForgottenWork>(forgottenSql, [
    messages.map(({ accountId }) => accountId),
    messages.map(({ messageId }) => messageId),
    lateFrom,
    longestReceipt + aDay,
  ]);
  return rows;
}

/** Milliseconds: by then the upkeep has written the timer of what waits for a receipt. */
const aDay = 86_400_000;

/**
 * A message needs its next stage, or the one whose attempt was not sent; and the timer of a TTL, or of a
 * receipt that is awaited for long (see `awaitReceipts`). Due work is read only if anything is needed.
 */
const forgottenSql = sql`
with open as materialized (
  select m.account_id, m.id, m.accepted_at, m.start_at, last.position, last.state, last.started_at,
    (plan.stages -> (last.position - 1) ->> 'ttlSeconds')::integer as ttl
  from unnest($1::bigint[], $2::bigint[]) as candidate (account_id, id)
  join ${t.messages} as m on m.account_id = candidate.account_id and m.id = candidate.id
  join ${t.message_plans} as plan on plan.account_id = m.account_id and plan.message_id = m.id
  left join lateral (
    select attempt.position, attempt.state, attempt.started_at from ${t.stage_attempts} as attempt
    where attempt.account_id = m.account_id and attempt.message_id = m.id
    order by attempt.position desc limit 1
  ) as last on true
  where m.state <> 'ended'
), needed as materialized (
  select open.account_id, open.id, need.queue, need.position, open.start_at, need.due_at
  from open
  cross join lateral (
    values (
      'stage',
      case when position is null then 1 when state = 'ended' then position + 1 when state = 'sending' then position end,
      now()
    ), (
      'timer',
      case
        when position is null or state = 'ended' then null
        when ttl is not null then position
        when started_at > accepted_at + $3 * interval '1 millisecond' then position
        when accepted_at < now() - $4 * interval '1 millisecond' then position
      end,
      started_at + ttl * interval '1 second'
    )
  ) as need (queue, position, due_at)
  where need.position is not null
), known as materialized (
  select parcel.account_id, parcel.queue, parcel.position, entry.id as message_id
  from ${t.stage_parcels} as parcel cross join lateral unnest(parcel.message_ids) as entry (id)
  where exists (select from needed)
  union all
  -- What version 0.2.0 wrote, and is not taken over yet.
  select former.account_id, case former.kind when 2 then 'stage' else 'timer' end, former.position, entry.id::bigint
  from ${t.due} as former cross join lateral unnest(former.event_ids) as entry (id)
  where former.kind > 1 and exists (select from needed)
)
select needed.account_id as "accountId", needed.id as "messageId", needed.position,
  needed.queue,
  case when needed.queue = 'stage' and needed.position = 1 then needed.start_at end as "startAt",
  ceil(greatest(0, extract(epoch from needed.due_at - now())))::integer as "delaySeconds",
  octet_length(plan.content::text) > ${heavyFrom} as "isHeavy"
from needed
join ${t.message_plans} as plan on plan.account_id = needed.account_id and plan.message_id = needed.id
where not exists (
  select from known
  where known.account_id = needed.account_id and known.message_id = needed.id
    and known.queue = needed.queue and known.position = needed.position
)
order by needed.account_id, needed.id`;

/** Makes forgotten work due again. Work that is due twice is done once, so this repairs, and breaks nothing. */
export async function remember(pool: Pool, forgotten: readonly ForgottenWork[]): Promise<void> {
  await writeTogether(
    pool,
    stageRows.write(stageParcels(forgotten), () => null),
  );
}
