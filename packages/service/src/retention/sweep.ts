import type { Pool } from 'pg';
import { deleteWindow } from './delete-window.ts';

export interface SweepOptions {
  readonly endedBefore: Date;
  /** Messages in one transaction at most; 500 if absent. */
  readonly windowSize?: number;
  /** Ends the sweep after the window that is under way. */
  readonly signal?: AbortSignal;
}

/** Deletes all messages that ended before that time, window by window; answers how many. */
export async function sweep(pool: Pool, options: SweepOptions): Promise<number> {
  const { endedBefore, windowSize: size = 500, signal } = options;
  let total = 0;
  let after: number | undefined = 0;
  while (after !== undefined && signal?.aborted !== true) {
    const swept = await deleteWindow(pool, { after, size, endedBefore });
    total += swept?.deleted ?? 0;
    after = swept?.last;
  }
  await pool.query('delete from cascade.dialogues where open_until < $1', [endedBefore]);
  return total;
}
