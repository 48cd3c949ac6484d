import type { Pool } from 'pg';
import { describeError, type Log } from '../log.ts';
import { poll } from '../poll.ts';
import { countLeft, migrate, type OnCluster } from './migrate.ts';

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
  /**
   * Milliseconds between two looks for migrations that wait until an earlier one is a day old; an hour if
   * absent.
   */
  readonly lookEveryMs?: number;
}

/**
 * Applies the migrations that `migrate` with `neededOnly` left out. A failure is logged and tried again.
 * Resolves to what stops it: interrupts the migration under way, which the next start continues.
 */
export async function startLateMigrations(options: LateMigrationsOptions): Promise<() => Promise<void>> {
  const { pool, log, folder, onCluster, onMigrated, pauseMs = 60_000, lookEveryMs = 3_600_000 } = options;
  if ((await countLeft(pool, folder)) === 0) return async () => {};

  /** Resolves to the milliseconds until the next try. */
  async function migrateOnce(signal: AbortSignal): Promise<number> {
    try {
      const applied = await migrate(pool, { signal, onCluster, ...(folder !== undefined && { folder }) });
      for (const { number, name } of applied) log.info({ number, name }, 'migrated while serving');
      const left = await countLeft(pool, folder);
      await onMigrated?.();
      return left > 0 ? lookEveryMs : Number.POSITIVE_INFINITY;
    } catch (error) {
      if (!signal.aborted)
        log.error({ error: describeError(error) }, 'cannot migrate while serving; trying again');
      return pauseMs;
    }
  }

  return poll(migrateOnce, { shortest: pauseMs, longest: pauseMs }).stop;
}
