import type { Pool } from 'pg';
import { rebaseStages } from '../due/stage-parcels.ts';
import { rebaseWaiting } from '../due/waiting.ts';
import {
  type DatabaseClock,
  openDatabaseClock,
  watchDatabaseClock,
  whenSetBack,
} from '../store/database-clock.ts';
import type { RunOptions } from './run-options.ts';

interface ClockOptions extends Pick<RunOptions, 'log' | 'shutdown'> {
  readonly pool: Pool;
  /** What waits may be millions of rows. */
  readonly upkeep: Pool;
}

/** The clock of a database. Keeps what waits right when it is set back. */
export async function keepClock({ pool, upkeep, log, shutdown }: ClockOptions): Promise<DatabaseClock> {
  const rebase = async () => {
    const moved = (await rebaseStages(upkeep)) + (await rebaseWaiting(upkeep));
    if (moved > 0) log.warn({ moved }, "work that waits was in the future of the database's clock");
  };
  const clock = await openDatabaseClock(pool);
  const watch = watchDatabaseClock({ clock, log, onRead: whenSetBack(rebase) });
  shutdown.add({ of: 'the clock', end: watch.stop });
  return clock;
}
