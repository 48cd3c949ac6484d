import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { describeError, type Log } from '../../log.ts';

/** A session of the server whose connection was closed on our side alone. */
export interface AbandonedSession {
  /** The process of the server, as it said when we connected. Behind a pooler the number means nothing. */
  readonly pid: number;
  /** Seconds since we connected. */
  readonly age: number;
}

interface EndAbandonedOptions {
  /** Ends sessions at the server. Rejects while the database has no connection or no time for it. */
  readonly endSessions: (sessions: readonly AbandonedSession[]) => Promise<unknown>;
  readonly log: Log;
  /** Milliseconds between two attempts; a second if absent. */
  readonly pauseMs?: number;
}

interface Left {
  readonly session: AbandonedSession;
  /** When its age was read, of the monotonic clock in milliseconds. */
  readonly at: number;
}

/**
 * Milliseconds. By then the server has noticed by itself, unless something between keeps the connection open.
 */
const longestMs = 600_000; // 10 minutes
const most = 1_000;

/**
 * Ends abandoned sessions, and tries again until it succeeds: each takes one of the server's connections. If
 * they were left, some outages in a row would take all of them, and no replica could connect.
 */
export function createEndAbandoned({ endSessions, log, pauseMs = 1_000 }: EndAbandonedOptions) {
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
    /** Ends them now or, while that fails, later. */
    add(sessions: readonly AbandonedSession[]): void {
      const at = performance.now();
      left = [...left, ...sessions.map((session) => ({ session, at }))];
      if (isWorking) return;
      isWorking = true;
      void work().finally(() => {
        isWorking = false;
      });
    },
    /** Gives up what is left. */
    stop(): void {
      left = [];
    },
  };
}

/**
 * Ends sessions at the server, with their transactions and locks. A number of a process alone proves nothing:
 * behind a pooler, or after a failover, it may be that of a stranger. A session that also began when we
 * connected is ours.
 */
export async function endSessions(pool: Pool, sessions: readonly AbandonedSession[]): Promise<void> {
  if (sessions.length === 0) return;
  await pool.query(endSql, [sessions.map(({ pid }) => pid), sessions.map(({ age }) => age)]);
}

const endSql = `
select pg_terminate_backend(session.pid)
from unnest($1::bigint[], $2::float8[]) as ours (pid, age)
join pg_stat_activity session on session.pid = ours.pid
where session.usename = current_user
  and abs(extract(epoch from clock_timestamp() - session.backend_start) - ours.age) < 3
`;
