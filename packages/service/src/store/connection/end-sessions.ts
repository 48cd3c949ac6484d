import type { Pool } from 'pg';
import type { AbandonedSession } from './abandoned-session.ts';

/**
 * Ends sessions at the server, with their transactions and locks. A number of a process alone proves nothing: behind a
 * pooler, or after a failover, it may be that of a stranger. A session that also began when we connected is ours.
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
