import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { describeError, type Log } from '../log.ts';
import { sweep } from './sweep.ts';

export interface RetentionOptions {
  readonly pool: Pool;
  readonly log: Log;
  /** Days that a message is kept after it ended. */
  readonly days: number;
  readonly now?: () => Date;
  /** Milliseconds between two sweeps; an hour if absent. */
  readonly pauseMs?: number;
}

export interface Retention {
  /** Resolves once the current transaction has finished. */
  stop(): Promise<void>;
}

const dayInMilliseconds = 86_400_000;

/** Deletes old messages now and then every hour. With several replicas, one deletes at a time. */
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
      if (deleted > 0) log.info({ deleted, days }, 'deleted old messages');
    } catch (error) {
      log.error({ error: describeError(error) }, 'cannot delete old messages');
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
