import type { PoolClient } from 'pg';

/** The PostgreSQL notification channel for changed accounts. */
export const changeChannel = 'cascade_accounts';

/** Makes all replicas reload the accounts once this transaction commits. */
export async function announceChange(client: PoolClient): Promise<void> {
  await client.query("select pg_notify($1, '')", [changeChannel]);
}
