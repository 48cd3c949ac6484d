import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { describeError, type Log } from '../log.ts';
import { isMigrated, migrate } from './migrate.ts';

export interface LateMigrationsOptions {
  readonly pool: Pool;
  readonly log: Log;
  readonly folder?: string;
  /** Milliseconds between two tries; a minute if absent. */
  readonly pauseMs?: number;
}

/** The migrations that run while the service serves. */
export interface LateMigrations {
  /** Whether the database has all migrations. */
  isDone(): boolean;
  /** Interrupts the migration under way. The next start continues. */
  stop(): Promise<void>;
}

/** Applies the migrations that `migrate` with `neededOnly` left out. A failure is logged and tried again. */
export async function startLateMigrations(options: LateMigrationsOptions): Promise<LateMigrations> {
  const { pool, log, folder, pauseMs = 60_000 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let done = await isMigrated(pool, folder);

  async function run(): Promise<void> {
    while (!done && !signal.aborted) {
      try {
        const applied = await migrate(pool, { signal, ...(folder !== undefined && { folder }) });
        done = !signal.aborted;
        for (const { number, name } of applied) log.info({ number, name }, 'migrated while serving');
      } catch (error) {
        if (signal.aborted) return;
        log.error({ error: describeError(error) }, 'cannot migrate while serving; trying again');
        await setTimeout(pauseMs, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  const running = run();
  return {
    isDone: () => done,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
