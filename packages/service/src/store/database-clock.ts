import type { Pool, PoolClient } from 'pg';
import { type Clock, systemClock } from '../clock.ts';

/** The time of the database, which all replicas and all stored times share. The clock of a machine may differ. */
export interface DatabaseClock {
  /** Without a round trip: the last reading, and what the monotonic clock has counted since. */
  now(): Date;
  /** Seconds that the clock of this machine is ahead of the database; negative if it is behind. */
  readonly ahead: number;
  /** Reads the clock of the database. Resolves to the seconds that it was set forward since the last reading. */
  read(): Promise<number>;
}

/** Reads the clock of the database for the first time. */
export async function openDatabaseClock(
  pool: Pool | PoolClient,
  clock: Clock = systemClock,
): Promise<DatabaseClock> {
  /** Milliseconds from the monotonic clock to the database's: between these two, since the answer took some time. */
  async function bounds(): Promise<{ readonly least: number; readonly most: number }> {
    const asked = clock.monotonic();
    const { rows } = await pool.query<{ at: number }>(readClock);
    const answered = clock.monotonic();
    const at = rows[0]?.at ?? Number.NaN;
    return { least: at - answered, most: at - asked };
  }

  const first = await bounds();
  let offset = (first.least + first.most) / 2;
  const now = () => clock.monotonic() + offset;
  return {
    now: () => new Date(now()),
    get ahead() {
      return (clock.wall().getTime() - now()) / 1_000;
    },
    async read() {
      const { least, most } = await bounds();
      const before = offset;
      // A slow answer proves little, and corrects only what it proves wrong.
      offset = Math.min(Math.max(offset, least), most);
      return (offset - before) / 1_000;
    },
  };
}

const readClock = 'select extract(epoch from clock_timestamp())::float8 * 1000 as at';
