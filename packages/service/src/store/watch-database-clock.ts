import { setTimeout } from 'node:timers/promises';
import { describeError, type Log } from '../log.ts';
import type { DatabaseClock } from './database-clock.ts';

export interface ClockWatchOptions {
  readonly clock: DatabaseClock;
  /** Called after each reading, with the seconds that the clock was set forward. */
  readonly onRead: (seconds: number) => Promise<void>;
  readonly log: Log;
  /** Milliseconds between two readings; 1,000 if absent. */
  readonly pause?: number;
}

/** Seconds. NTP corrects smaller differences without a step. */
const noticeable = 1;

/**
 * Reads the clock of the database until it is stopped, and logs when it was set, or when the machine's clock begins or
 * ceases to differ from it. While the database does not answer, its time is counted on.
 */
export function watchDatabaseClock(options: ClockWatchOptions): { stop(): Promise<void> } {
  const { clock, onRead, log, pause = 1_000 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
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

  async function run(): Promise<void> {
    report(0);
    while (!signal.aborted) {
      await setTimeout(pause, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        const seconds = await clock.read();
        report(seconds);
        await onRead(seconds);
      } catch (error) {
        log.debug?.({ error: describeError(error) }, 'the clock of the database cannot be read');
      }
    }
  }

  const running = run();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}
