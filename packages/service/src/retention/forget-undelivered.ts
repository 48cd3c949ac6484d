import type { Pool } from 'pg';

export interface ForgetOptions {
  /** Events that are undelivered since an earlier time are forgotten. */
  readonly before: Date;
  /** The most events in one transaction; 5,000 if absent. */
  readonly windowSize?: number;
  /** Stops after the current window. */
  readonly signal?: AbortSignal;
}

/**
 * Ends the time in which old undelivered events can be sent again, and resolves to their number. The events stay with their
 * messages, which the retention of messages then deletes.
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

const forgetSql = `
delete from cascade.undelivered
where (account_id, event_id) in (
  select account_id, event_id from cascade.undelivered where since < $1 order by since limit $2 for update skip locked
)`;
