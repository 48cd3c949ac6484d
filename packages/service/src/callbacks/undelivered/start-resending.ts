import type { Pool } from 'pg';
import { type Pauses, poll } from '../../jobs/poll.ts';
import { describeError, type Log } from '../../log.ts';
import { handOver } from './hand-over.ts';

export interface ResendingOptions {
  readonly pool: Pool;
  readonly log: Log;
  /** Pauses while there is nothing to send again, in milliseconds. */
  readonly pauseMs?: Pauses;
}

export interface Resending {
  /** Resolves once the current transaction has finished. */
  stop(): Promise<void>;
}

/** Sends undelivered events again as soon as they may be, until it is stopped. One replica does it at a time. */
export function startResending({ pool, log, pauseMs }: ResendingOptions): Resending {
  const { stop } = poll(async () => {
    try {
      const events = await handOver(pool);
      if (typeof events === 'number') log.info({ events }, 'undelivered events are sent again');
      return events === 'nothing' ? 'nothing' : 'all';
    } catch (error) {
      log.error({ error: describeError(error) }, 'undelivered events cannot be sent again');
      return 'nothing';
    }
  }, pauseMs ?? { shortest: 100, longest: 2_000 });
  return { stop };
}
