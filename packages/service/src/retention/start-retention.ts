import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { describeError, type Log } from '../log.ts';
import { sweep } from './sweep.ts';

export interface RetentionOptions {
  readonly pool: Pool;
  readonly log: Log;
  /** How long a message is kept after it ended. */
  readonly days: number;
  readonly now?: () => Date;
  /** Milliseconds between two sweeps; an hour if absent. */
  readonly pauseMs?: number;
}

export interface Retention {
  /** Comes back when the transaction that is under way is finished. */
  stop(): Promise<void>;
}

const dayInMilliseconds = 86_400_000;

/** Deletes old messages, at once and then every hour. Any number of replicas may: one of them does it at a time. */
export function startRetention(options: RetentionOptions): Retention {
  const { pool, log, days, now = () => new Date(), pauseMs = 3_600_000 } = options; // an hour
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
      const endedBefore = new Date(now().getTime() - days * dayInMilliseconds);
      const deleted = await sweep(pool, { endedBefore, signal });
      if (deleted > 0) log.info({ deleted, days }, 'old messages are deleted');
    } catch (error) {
      log.error({ error: describeError(error) }, 'old messages cannot be deleted');
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
