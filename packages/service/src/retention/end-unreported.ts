import type { Pool } from 'pg';
import { longestReceiptDays } from '../engine/receipt-time.ts';
import type { MessageKey } from '../store/message-key.ts';
import { sql, t } from '../store/tables.ts';

export interface UnreportedOptions {
  readonly now: Date;
  /** Ends a message whose stage has no final report; resolves once committed. */
  end(message: MessageKey): Promise<void>;
  /** The most messages that one statement looks at; 5,000 if absent. */
  readonly windowSize?: number;
  /** Stops after the current window. */
  readonly signal?: AbortSignal;
}

const receiptMs = longestReceiptDays * 86_400_000;
/** Milliseconds: a pass that another replica has made within an hour is not made again. */
const passEvery = 3_600_000;

/**
 * Ends messages whose stage was sent and whose gateway has reported no final outcome for ten days (ADR-0044);
 * resolves to their number. Each message is checked once, ten days after it was accepted: a stage that starts
 * later has a timer.
 */
export async function endUnreported(pool: Pool, options: UnreportedOptions): Promise<number> {
  const { now, signal } = options;
  const until = new Date(now.getTime() - receiptMs);
  const { rows } = await pool.query<{ since: Date }>(sinceSql, [until]);
  const since = rows[0]?.since ?? until;
  if (until.getTime() - since.getTime() < passEvery) return 0;
  const accounts = await pool.query<{ id: number }>(sql`select id from ${t.accounts} order by id`);
  let total = 0;
  for (const { id } of accounts.rows) total += await endOfAccount(pool, id, { ...options, since, until });
  if (signal?.aborted !== true) await pool.query(doneSql, [until]);
  return total;
}

interface Period extends UnreportedOptions {
  readonly since: Date;
  readonly until: Date;
}

async function endOfAccount(pool: Pool, accountId: number, period: Period): Promise<number> {
  const { until, end, windowSize = 5_000, signal } = period;
  let total = 0;
  // As a text, which has the microseconds.
  let since: string | null = period.since.toISOString();
  while (since !== null && signal?.aborted !== true) {
    const window: Window = await look(pool, [accountId, since, until, windowSize]);
    await Promise.all(window.ids.map((messageId) => end({ accountId, messageId })));
    total += window.ids.length;
    since = window.last;
  }
  return total;
}

interface Window {
  /** The time of its last message; null if it is empty. */
  readonly last: string | null;
  /** The messages without a final report. */
  readonly ids: readonly number[];
}

async function look(pool: Pool, values: readonly unknown[]): Promise<Window> {
  const { rows } = await pool.query<Window>(windowSql, [...values]);
  return rows[0] ?? { last: null, ids: [] };
}

/** The first pass looks at thirty days. */
const sinceSql = sql`
insert into ${t.sweeps} as s (name, done_until) values ('unreported', $1::timestamptz - interval '30 days')
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
)
select max(accepted_at)::text as last,
  coalesce(array_agg(id) filter (where exists (
    select from ${t.stage_attempts} attempt
    where attempt.account_id = $1 and attempt.message_id = looked_at.id and attempt.state = 'sent'
      and coalesce(attempt.changed_at, attempt.started_at) <= $3
  )), '{}') as ids
from looked_at`;
