import type { Pool, PoolClient } from 'pg';
import { type Clock, systemClock } from '../clock.ts';
import { describeError, type Log } from '../log.ts';
import { poll } from '../poll.ts';

/**
 * The time of the database, which all replicas and all stored times share. The clock of a machine may differ.
 */
export type DatabaseClock = Awaited<ReturnType<typeof openDatabaseClock>>;

/** Reads the clock of the database for the first time. */
export async function openDatabaseClock(pool: Pool | PoolClient, clock: Clock = systemClock) {
  /**
   * Milliseconds from the monotonic clock to the database's: between these two, since the answer took some
   * time.
   */
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
    /** Without a round trip: the last reading, and what the monotonic clock has counted since. */
    now: () => new Date(now()),
    /** Seconds that the clock of this machine is ahead of the database; negative if it is behind. */
    get ahead(): number {
      return (clock.wall().getTime() - now()) / 1_000;
    },
    /**
     * Reads the clock of the database. Resolves to the seconds that it was set forward since the last
     * reading.
     */
    async read(): Promise<number> {
      const { least, most } = await bounds();
      const before = offset;
      // A slow answer proves little, and corrects only what it proves wrong.
      offset = Math.min(Math.max(offset, least), most);
      return (offset - before) / 1_000;
    },
  };
}

const readClock = 'select extract(epoch from clock_timestamp())::float8 * 1000 as at';

interface ClockWatchOptions {
  readonly clock: DatabaseClock;
  /** Called after each reading, with the seconds that the clock was set forward. */
  readonly onRead: (seconds: number) => Promise<void>;
  readonly log: Log;
  /** Milliseconds between two readings; 1,000 if absent. */
  readonly pause?: number;
}

/** Seconds. NTP corrects smaller differences without a step. */
const noticeable = 1;

/** Readings after a step. Transactions that began before it have ended by then. */
const straggling = 20;

/**
 * For `onRead`: moves what waits when the clock was set back, be it while no replica ran. Does it again with
 * later readings, since a transaction that began before the step writes times of before; never twice at once.
 */
export function whenSetBack(move: () => Promise<void>): (seconds: number) => Promise<void> {
  let left = 1;
  let isMoving = false;
  return async (seconds) => {
    if (seconds < -noticeable) left = straggling;
    if (left === 0 || isMoving) return;
    isMoving = true;
    try {
      await move();
      left -= 1;
    } finally {
      isMoving = false;
    }
  };
}

/**
 * Reads the clock of the database until it is stopped, and logs when it was set, or when the machine's clock
 * begins or ceases to differ from it. While the database does not answer, its time is counted on.
 */
export function watchDatabaseClock(options: ClockWatchOptions): { stop(): Promise<void> } {
  const { clock, onRead, log, pause = 1_000 } = options;
  let differed = false;

  function report(seconds: number): void {
    if (Math.abs(seconds) > noticeable) log.warn({ seconds }, 'the clock of the database was set');
    const { ahead } = clock;
    const differs = Math.abs(ahead) > noticeable;
    if (differs === differed) return;
    differed = differs;
    if (differs)
      log.warn({ ahead }, "this machine's clock differs from the database's: check the time service of both");
    else log.info({ ahead }, "this machine's clock agrees with the database's again");
  }

  async function read(): Promise<number> {
    try {
      const seconds = await clock.read();
      report(seconds);
      // Not waited for: among millions of rows it takes longer than the time between two readings.
      onRead(seconds).catch((error: unknown) =>
        log.warn({ error: describeError(error) }, 'what waits cannot be moved after a step of the clock'),
      );
    } catch (error) {
      log.debug?.({ error: describeError(error) }, 'the clock of the database cannot be read');
    }
    return pause;
  }

  report(0);
  return poll(read, { shortest: pause, longest: pause, first: pause });
}
