import type { Pool } from 'pg';
import { prepared } from '../store/prepared.ts';

/**
 * The accounts of messages that a job from before migration 23 names, by message; deleted messages are left out. Migration 26
 * names the accounts in such jobs, and the index that this uses is there until then.
 */
export async function findAccounts(
  pool: Pool,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await pool.query<{ id: number; accountId: number }>(accountsSql([messageIds]));
  return new Map(rows.map(({ id, accountId }) => [id, accountId]));
}

const accountsSql = prepared(
  'select id, account_id as "accountId" from cascade.messages where id = any($1::bigint[])',
);
