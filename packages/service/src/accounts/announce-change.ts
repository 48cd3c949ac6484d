import type { PoolClient } from 'pg';

/** The channel on which replicas hear that accounts have changed. */
export const changeChannel = 'cascade_accounts';

/** Tells all replicas, when this transaction commits, to read the accounts anew. */
export async function announceChange(client: PoolClient): Promise<void> {
  await client.query("select pg_notify($1, '')", [changeChannel]);
}
