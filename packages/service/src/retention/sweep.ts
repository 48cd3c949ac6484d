import type { Pool } from 'pg';
import { deleteWindow } from './delete-window.ts';

export interface SweepOptions {
  readonly endedBefore: Date;
  /** The maximum number of messages in one transaction; 500 if absent. */
  readonly windowSize?: number;
  /** Stops the sweep after the current window. */
  readonly signal?: AbortSignal;
}

/** Deletes all messages that ended before an instant, account by account and window by window, and returns their number. */
export async function sweep(pool: Pool, options: SweepOptions): Promise<number> {
  const { endedBefore } = options;
  const { rows } = await pool.query<{ id: number }>(accountsWithOld, [endedBefore]);
  let total = 0;
  for (const { id } of rows) total += await sweepAccount(pool, id, options);
  await pool.query('delete from cascade.dialogues where open_until < $1', [endedBefore]);
  return total;
}

/** With the condition of the index by time. */
const accountsWithOld = `
select id from cascade.accounts account
where exists (select from cascade.messages m where m.account_id = account.id and m.id > 0 and m.accepted_at < $1)
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
