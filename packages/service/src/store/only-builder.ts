import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { sql, t } from './tables.ts';
import { inTransaction } from './transaction.ts';

/** "cain" in ASCII. The process that builds indexes holds this lock. */
const builderLock = 0x6361696e;

/** Shown in `pg_stat_activity` as the name of the connection that the work runs on. */
export const builderName = 'cascade-service migration';

/** Milliseconds between two tries to become the builder. */
const pause = 1_000;

/**
 * Runs work that builds indexes concurrently, once no other process does; resolves to false if the signal
 * came first.
 *
 * `create index concurrently` waits for every transaction that holds a snapshot. A session that waits for an
 * advisory lock holds one, so each would wait for the other: therefore processes try the lock and do not wait
 * for it, and it is not the lock of the transactional migrations. The transaction that holds it has no
 * snapshot between its statements, as long as these have no parameters: else the server keeps the last one
 * open, with its snapshot. Each try has a transaction of its own: the index build that meets one with a
 * snapshot waits until that transaction ends.
 */
export async function asOnlyBuilder(
  pool: Pool,
  signal: AbortSignal | undefined,
  work: () => Promise<boolean>,
): Promise<boolean> {
  while (signal?.aborted !== true) {
    const outcome = await inTransaction(pool, async (client) => {
      await client.query('set local idle_in_transaction_session_timeout = 0');
      return (await isAlone(client)) ? { isDone: await work() } : undefined;
    });
    if (outcome !== undefined) return outcome.isDone;
    await setTimeout(pause, undefined, { ...(signal && { signal }) }).catch(() => {});
  }
  return false;
}

/**
 * The server may still work for a process that was killed, which it notices only at the end of a statement.
 * The coordinator of a cluster shows no progress of its nodes, but the session that waits for them.
 */
async function isAlone(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ alone: boolean }>(
    sql`select pg_try_advisory_xact_lock(${builderLock}) and not exists (
       select from pg_stat_progress_create_index p
       join pg_class c on c.oid = p.relid
       where p.datname = current_database() and c.relnamespace = '${t.schema}'::regnamespace
     ) and not exists (
       select from pg_stat_activity
       where datname = current_database() and application_name = '${builderName}' and state = 'active'
     ) as alone`,
  );
  return rows[0]?.alone === true;
}
