import { setTimeout } from 'node:timers/promises';
import { describeError, type Log } from '../../log.ts';
import type { AbandonedSession } from './abandoned-session.ts';

export interface EndAbandonedOptions {
  /** Ends sessions at the server. Rejects while the database has no connection or no time for it. */
  readonly endSessions: (sessions: readonly AbandonedSession[]) => Promise<unknown>;
  readonly log: Log;
  /** Milliseconds between two attempts; a second if absent. */
  readonly pauseMs?: number;
}

/** Sessions that are left at the server, and are to be ended. */
export interface EndAbandoned {
  /** Ends them now or, while that fails, later. */
  add(sessions: readonly AbandonedSession[]): void;
  /** Gives up what is left. */
  stop(): void;
}

interface Left {
  readonly session: AbandonedSession;
  /** When its age was read, of the monotonic clock in milliseconds. */
  readonly at: number;
}

/** Milliseconds. By then the server has noticed by itself, unless something between keeps the connection open. */
const longestMs = 600_000; // 10 minutes
const most = 1_000;

/**
 * Ends abandoned sessions, and tries again until it succeeds: each takes one of the server's connections. If they were
 * left, some outages in a row would take all of them, and no replica could connect.
 */
export function createEndAbandoned({ endSessions, log, pauseMs = 1_000 }: EndAbandonedOptions): EndAbandoned {
  let left: readonly Left[] = [];
  let isWorking = false;

  async function work(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const now = performance.now();
      left = left.filter(({ at }) => now - at < longestMs).slice(-most);
      const batch = left;
      if (batch.length === 0) return;
      try {
        await endSessions(
          batch.map(({ session, at }) => ({ ...session, age: session.age + (now - at) / 1_000 })),
        );
        left = left.filter((one) => !batch.includes(one));
      } catch (error) {
        if (attempt === 1)
          log.warn(
            { error: describeError(error), sessions: batch.length },
            'the sessions of silent connections cannot be ended yet',
          );
        await setTimeout(pauseMs, undefined, { ref: false });
      }
    }
  }

  return {
    add(sessions) {
      const at = performance.now();
      left = [...left, ...sessions.map((session) => ({ session, at }))];
      if (isWorking) return;
      isWorking = true;
      void work().finally(() => {
        isWorking = false;
      });
    },
    stop() {
      left = [];
    },
  };
}
