import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { describeError, type Log } from '../log.ts';
import { migrate, type OnCluster, readProgress } from './migrate.ts';

export interface LateMigrationsOptions {
  readonly pool: Pool;
  readonly log: Log;
  readonly folder?: string;
  /** See `migrate`. */
  readonly onCluster?: OnCluster | undefined;
  /** Called before the service makes use of what was migrated, by this process or by another. */
  readonly onMigrated?: () => Promise<void>;
  /** Milliseconds between two tries; a minute if absent. */
  readonly pauseMs?: number;
  /** Milliseconds between two looks for migrations that wait until an earlier one is a day old; an hour if absent. */
  readonly lookEveryMs?: number;
}

/** The migrations that run while the service serves. */
export interface LateMigrations {
  /** Whether the database has all migrations that the service makes use of. */
  isDone(): boolean;
  /** Interrupts the migration under way. The next start continues. */
  stop(): Promise<void>;
}

/** Applies the migrations that `migrate` with `neededOnly` left out. A failure is logged and tried again. */
export async function startLateMigrations(options: LateMigrationsOptions): Promise<LateMigrations> {
  const { pool, log, folder, onCluster, onMigrated, pauseMs = 60_000, lookEveryMs = 3_600_000 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let { isMigrated, isLeft } = await readProgress(pool, folder);

  async function run(): Promise<void> {
    while (isLeft && !signal.aborted) {
      const ms = await migrateOnce();
      if (isLeft) await setTimeout(ms, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Resolves to the milliseconds until the next try, if any migration is left. */
  async function migrateOnce(): Promise<number> {
    try {
      const applied = await migrate(pool, { signal, onCluster, ...(folder !== undefined && { folder }) });
      for (const { number, name } of applied) log.info({ number, name }, 'migrated while serving');
      const progress = await readProgress(pool, folder);
      await onMigrated?.();
      ({ isMigrated, isLeft } = progress);
      return lookEveryMs;
    } catch (error) {
      if (!signal.aborted)
        log.error({ error: describeError(error) }, 'cannot migrate while serving; trying again');
      return pauseMs;
    }
  }

  const running = run();
  return {
    isDone: () => isMigrated,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
