import { longestReceipt } from '@cascade/transition';
import type { Pool } from 'pg';
import { stageParcels, stageRows } from '../due/stage-parcels.ts';
import { lateFrom } from '../engine/receipt-time.ts';
import { writeTogether } from '../store/prepared.ts';
import { sql, t } from '../store/tables.ts';

export interface AwaitReceiptsOptions {
  readonly now: Date;
  /** The most messages that one statement looks at; 5,000 if absent. */
  readonly windowSize?: number;
  /** Stops after the current window. */
  readonly signal?: AbortSignal;
}

/** Milliseconds: a pass that another replica has made within an hour is not made again. */
const passEvery = 3_600_000;

/**
 * Writes a timer for each stage that still waits for a receipt ten days after its message was accepted, and
 * resolves to their number. The timer ends it in its time (ADR-0044), so each message is checked once. A
 * stage with a TTL has a timer, and so has a stage that began late.
 */
export async function awaitReceipts(pool: Pool, options: AwaitReceiptsOptions): Promise<number> {
  const { now, signal } = options;
  const until = new Date(now.getTime() - longestReceipt);
  const { rows } = await pool.query<{ since: Date }>(sinceSql, [until]);
  const since = rows[0]?.since ?? until;
  if (until.getTime() - since.getTime() < passEvery) return 0;
  const accounts = await pool.query<{ id: number }>(sql`select id from ${t.accounts} order by id`);
  let total = 0;
  for (const { id } of accounts.rows) total += await awaitOfAccount(pool, id, { ...options, since, until });
  if (signal?.aborted !== true) await pool.query(doneSql, [until]);
  return total;
}

interface Period extends AwaitReceiptsOptions {
  readonly since: Date;
  readonly until: Date;
}

async function awaitOfAccount(pool: Pool, accountId: number, period: Period): Promise<number> {
  const { now, until, windowSize = 5_000, signal } = period;
  let total = 0;
  // As a text, which has the microseconds.
  let since: string | null = period.since.toISOString();
  while (since !== null && signal?.aborted !== true) {
    const window: Window = await look(pool, [accountId, since, until, windowSize, lateFrom]);
    const timers = window.waiting.map((stage) => timerOf(accountId, stage, now));
    await writeTogether(
      pool,
      stageRows.write(stageParcels(timers), () => null),
    );
    total += timers.length;
    since = window.last;
  }
  return total;
}

interface WaitingStage {
  readonly messageId: number;
  readonly position: number;
  /** Its last status, in milliseconds since 1970. */
  readonly changedAt: number;
}

/** Rounded up to minutes, so that many share a row. */
function timerOf(accountId: number, { messageId, position, changedAt }: WaitingStage, now: Date) {
  const minutes = Math.max(0, Math.ceil((changedAt + longestReceipt - now.getTime()) / 60_000));
  const delaySeconds = minutes * 60;
  return { queue: 'timer', accountId, messageId, position, delaySeconds, isHeavy: false } as const;
}

interface Window {
  /** The time of its last message; null if it is empty. */
  readonly last: string | null;
  readonly waiting: readonly WaitingStage[];
}

async function look(pool: Pool, values: readonly unknown[]): Promise<Window> {
  const { rows } = await pool.query<Window>(windowSql, [...values]);
  return rows[0] ?? { last: null, waiting: [] };
}

/** The first pass looks at 400 days: a start time may be a year ahead. */
const sinceSql = sql`
insert into ${t.sweeps} as s (name, done_until) values ('unreported', $1::timestamptz - interval '400 days')
on conflict (name) do update set done_until = s.done_until
returning done_until as since`;

const doneSql = sql`update ${t.sweeps} set done_until = greatest(done_until, $1) where name = 'unreported'`;

/** With ties: messages of one commit have the same time. */
const windowSql = sql`
with looked_at as materialized (
  select id, accepted_at from ${t.messages}
  where account_id = $1 and id > 0 and accepted_at > $2::timestamptz and accepted_at <= $3
  order by accepted_at
  fetch first $4 rows with ties
), waiting as (
  select attempt.message_id, attempt.position, coalesce(attempt.changed_at, attempt.started_at) as changed_at
  from looked_at
  join ${t.stage_attempts} as attempt on attempt.account_id = $1 and attempt.message_id = looked_at.id
  join ${t.message_plans} as plan on plan.account_id = $1 and plan.message_id = looked_at.id
  where attempt.state <> 'ended'
    and attempt.started_at <= looked_at.accepted_at + $5 * interval '1 millisecond'
    and plan.stages -> (attempt.position - 1) ->> 'ttlSeconds' is null
)
select (select max(accepted_at)::text from looked_at) as last,
  (
    select coalesce(
      jsonb_agg(jsonb_build_object(
        'messageId', message_id, 'position', position, 'changedAt', floor(extract(epoch from changed_at) * 1000)
      )),
      '[]'
    ) from waiting
  ) as waiting`;
