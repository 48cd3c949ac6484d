import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { longestReceiptDays } from '../engine/receipt-time.ts';
import { describeError, type Log } from '../log.ts';
import type { MessageKey } from '../store/message-key.ts';
import { endUnreported } from './end-unreported.ts';
import { forgetUndelivered } from './forget-undelivered.ts';
import { sweep } from './sweep.ts';

export interface RetentionOptions {
  readonly pool: Pool;
  readonly log: Log;
  /** Days that a message is kept after it ended; no limit if absent. */
  readonly days?: number;
  /** Days that an undelivered event can be sent again. Its message is kept as long. */
  readonly undeliveredDays: number;
  /** Ends a message whose stage has no final report. */
  readonly endUnreported: (message: MessageKey) => Promise<void>;
  readonly now?: () => Date;
  /** Milliseconds between two sweeps; an hour if absent. */
  readonly pauseMs?: number;
}

export interface Retention {
  /** Resolves once the current transaction has finished. */
  stop(): Promise<void>;
}

const dayInMilliseconds = 86_400_000;

/** Ends messages without a final receipt, forgets undelivered events and deletes old messages, every hour. With several replicas, one deletes at a time. */
export function startRetention(options: RetentionOptions): Retention {
  const { pool, log, days, undeliveredDays, now = () => new Date(), pauseMs = 3_600_000 } = options; // an hour
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await sweepOnce();
      await setTimeout(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async function sweepOnce(): Promise<void> {
    try {
      const unreported = await endUnreported(pool, { now: now(), end: options.endUnreported, signal });
      if (unreported > 0)
        log.warn({ unreported, days: longestReceiptDays }, 'messages without a final receipt have ended');
      const before = (age: number) => new Date(now().getTime() - age * dayInMilliseconds);
      const forgotten = await forgetUndelivered(pool, { before: before(undeliveredDays), signal });
      if (forgotten > 0)
        log.warn({ forgotten, days: undeliveredDays }, 'undelivered events can no longer be sent');
      if (days === undefined) return;
      const deleted = await sweep(pool, { endedBefore: before(days), signal });
      if (deleted > 0) log.info({ deleted, days }, 'deleted old messages');
    } catch (error) {
      log.error({ error: describeError(error) }, 'the upkeep of old messages failed');
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
