import type { Pool } from 'pg';
import { type AuditDailyOptions, auditDaily } from '../audit/audit-daily.ts';
import { describeError, type Log } from '../log.ts';
import { poll } from '../poll.ts';
import { sql, t } from '../store/tables.ts';
import { inTransaction } from '../store/transaction.ts';
import { awaitReceipts } from './await-receipts.ts';

export interface RetentionOptions {
  readonly pool: Pool;
  readonly log: Log;
  /** Days that a message is kept after it ended; no limit if absent. */
  readonly days?: number;
  /** Days that an undelivered event can be sent again. Its message is kept as long. */
  readonly undeliveredDays: number;
  /** Called with what a daily audit finds. */
  readonly onFindings?: AuditDailyOptions['onFindings'] | undefined;
  readonly now?: () => Date;
  /** Milliseconds between two sweeps; an hour if absent. */
  readonly pauseMs?: number;
}

const dayInMilliseconds = 86_400_000;

/**
 * Sees to the end of messages without a final receipt, forgets undelivered events and deletes old messages,
 * every hour, and audits messages once a day. With several replicas, one deletes at a time.
 */
export function startRetention(options: RetentionOptions) {
  const { pool, log, days, undeliveredDays, now = () => new Date(), pauseMs = 3_600_000 } = options; // an hour
  const { onFindings = () => {} } = options;

  async function sweepOnce(signal: AbortSignal): Promise<void> {
    const waiting = await awaitReceipts(pool, { now: now(), signal });
    if (waiting > 0) log.warn({ waiting }, 'stages wait for a receipt ten days after their acceptance');
    const before = (age: number) => new Date(now().getTime() - age * dayInMilliseconds);
    const forgotten = await forgetUndelivered(pool, { before: before(undeliveredDays), signal });
    if (forgotten > 0)
      log.warn({ forgotten, days: undeliveredDays }, 'undelivered events can no longer be sent');
    await pool.query(sql`delete from ${t.dialogues} where open_until < $1`, [before(1)]);
    if (days !== undefined) {
      const deleted = await sweep(pool, { endedBefore: before(days), signal });
      if (deleted > 0) log.info({ deleted, days }, 'deleted old messages');
    }
    await auditDaily(pool, { log, signal, onFindings });
  }

  return poll(
    async (stopping) => {
      await sweepOnce(stopping).catch((error: unknown) =>
        log.error({ error: describeError(error) }, 'the upkeep of old messages failed'),
      );
      return pauseMs;
    },
    { shortest: pauseMs, longest: pauseMs },
  );
}

interface SweepOptions {
  readonly endedBefore: Date;
  /** The maximum number of messages in one transaction; 500 if absent. */
  readonly windowSize?: number;
  /** Stops the sweep after the current window. */
  readonly signal?: AbortSignal;
}

/**
 * Deletes all messages that ended before an instant, account by account and window by window, and returns
 * their number.
 */
export async function sweep(pool: Pool, options: SweepOptions): Promise<number> {
  const { endedBefore } = options;
  const { rows } = await pool.query<{ id: number }>(accountsWithOld, [endedBefore]);
  let total = 0;
  for (const { id } of rows) total += await sweepAccount(pool, id, options);
  return total;
}

/** With the condition of the index by time. */
const accountsWithOld = sql`
select id from ${t.accounts} account
where exists (select from ${t.messages} m where m.account_id = account.id and m.id > 0 and m.accepted_at < $1)
order by id`;

async function sweepAccount(pool: Pool, accountId: number, options: SweepOptions): Promise<number> {
  const { endedBefore, windowSize: size = 500, signal } = options;
  let total = 0;
  let after: number | undefined = 0;
  while (after !== undefined && signal?.aborted !== true) {
    const swept = await deleteWindow(pool, { accountId, after, size, endedBefore });
    total += swept?.deleted ?? 0;
    after = swept?.last;
  }
  return total;
}

/** The messages of an account to check, and the age from which they are deleted. */
interface Window {
  readonly accountId: number;
  /** Starts after this id, in ascending order. */
  readonly after: number;
  /** The maximum number of messages to check. */
  readonly size: number;
  readonly endedBefore: Date;
}

/** The result for one window. */
interface Swept {
  readonly deleted: number;
  /** The last id of the window; undefined if there are no more messages, or only too young ones. */
  readonly last: number | undefined;
}

/** "casr" in ASCII. Every replica takes this advisory lock to delete messages. */
const advisoryLock = 0x63617372;

/**
 * Deletes the messages of a window that ended before an instant, with plan, attempts and events, in one
 * transaction. Skips messages with a pending or undelivered status event, and messages that another
 * transaction has locked. Returns undefined if another replica is deleting. Ids follow the time of
 * acceptance, so no index on the end is needed, which every message would have to pay for.
 */
export function deleteWindow(
  pool: Pool,
  { accountId, after, size, endedBefore }: Window,
): Promise<Swept | undefined> {
  return inTransaction(pool, async (client) => {
    const { rows: locks } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_xact_lock($1) as locked',
      [advisoryLock],
    );
    if (locks[0]?.locked !== true) return undefined;
    const { rows } = await client.query<{ last: number | null; young: boolean | null }>(lookAhead, [
      accountId,
      after,
      size,
      endedBefore,
    ]);
    const { last = null, young = null } = rows[0] ?? {};
    const { rows: locked } = await client.query<{ id: number }>(lockEnded, [
      accountId,
      after,
      last,
      endedBefore,
    ]);
    const { rowCount } = await client.query(deleteReported, [accountId, locked.map(({ id }) => id)]);
    return { deleted: rowCount ?? 0, last: last === null || young === true ? undefined : last };
  });
}

const lookAhead = sql`
select max(id) as last, bool_and(accepted_at >= $4) as young
from (
  select id, accepted_at from ${t.messages} where account_id = $1 and id > $2 order by id limit $3
) as looked_at
`;

/** Skips locked rows, so that it cannot be part of a deadlock. */
const lockEnded = sql`
select id from ${t.messages}
where account_id = $1 and id > $2 and id <= $3 and state = 'ended' and ended_at < $4
order by id
for update skip locked
`;

/** A separate statement, so that it sees the events of the transaction that held the row lock before. */
const deleteReported = sql`
with deletable as materialized (
  select locked.id from unnest($2::bigint[]) as locked (id)
  where not exists (
    select from ${t.status_events} event
    where event.account_id = $1 and event.message_id = locked.id and event.state = 'pending'
  ) and not exists (
    select from ${t.undelivered} as undelivered where undelivered.account_id = $1 and undelivered.message_id = locked.id
  )
), plans as (
  delete from ${t.message_plans} using deletable where account_id = $1 and message_id = deletable.id
), attempts as (
  delete from ${t.stage_attempts} using deletable where account_id = $1 and message_id = deletable.id
), events as (
  delete from ${t.status_events} using deletable where account_id = $1 and message_id = deletable.id
)
delete from ${t.messages} as messages using deletable where messages.account_id = $1 and messages.id = deletable.id
`;

interface ForgetOptions {
  /** Events that are undelivered since an earlier time are forgotten. */
  readonly before: Date;
  /** The most events in one transaction; 5,000 if absent. */
  readonly windowSize?: number;
  /** Stops after the current window. */
  readonly signal?: AbortSignal;
}

/**
 * Ends the time in which old undelivered events can be sent again, and resolves to their number. The events
 * stay with their messages, which the retention of messages then deletes.
 */
export async function forgetUndelivered(pool: Pool, options: ForgetOptions): Promise<number> {
  const { before, windowSize = 5_000, signal } = options;
  let total = 0;
  for (let last = windowSize; last === windowSize && signal?.aborted !== true; total += last) {
    const { rowCount } = await pool.query(forgetSql, [before, windowSize]);
    last = rowCount ?? 0;
  }
  return total;
}

const forgetSql = sql`
delete from ${t.undelivered}
where (account_id, event_id) in (
  select account_id, event_id from ${t.undelivered} where since < $1 order by since limit $2 for update skip locked
)`;
