import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

const deadlockDetected = '40P01';

const lockEveryTable = `
  do $$
  declare named record;
  begin
    for named in
      select n.nspname, c.relname
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'cascade' and c.relkind in ('r', 'p')
      order by 1, 2
    loop
      execute format('lock table %I.%I in access exclusive mode', named.nspname, named.relname);
    end loop;
  end $$`;

/**
 * Stops the processes that serve a user's sessions (SIGSTOP), and returns what lets them go on. Each is stopped between
 * two transactions, or while it waits for a table. A process that is stopped while it holds a row, or a lock of the
 * server's own memory, stops every other session as well, and no client can recover from that.
 */
export async function stopBackends(beside: Client, user: string): Promise<() => void> {
  await beginWithEveryTable(beside);
  const backends = await quietBackends(beside, user);
  for (const pid of backends) signal(pid, 'SIGSTOP');
  await beside.query('rollback');
  return () => {
    for (const pid of backends) signal(pid, 'SIGCONT');
  };
}

/** No other session is within a transaction then that has touched a table. */
async function beginWithEveryTable(beside: Client): Promise<void> {
  for (;;) {
    await beside.query('begin');
    try {
      await beside.query(lockEveryTable);
      return;
    } catch (error) {
      await beside.query('rollback');
      if (!(error instanceof Error && 'code' in error && error.code === deadlockDetected)) throw error;
    }
  }
}

/** Waits until each session is idle or waits for a table. */
async function quietBackends(beside: Client, user: string): Promise<readonly number[]> {
  for (;;) {
    // A transaction sees the sessions as it saw them first.
    await beside.query('select pg_stat_clear_snapshot()');
    const { rows } = await beside.query<{ pid: number; isQuiet: boolean }>(
      `select pid, state = 'idle' or coalesce(wait_event_type = 'Lock', false) as "isQuiet"
       from pg_stat_activity where usename = $1`,
      [user],
    );
    if (rows.every(({ isQuiet }) => isQuiet)) return rows.map(({ pid }) => pid);
    await delay(10);
  }
}

/** The process may have ended by itself in the meantime. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
