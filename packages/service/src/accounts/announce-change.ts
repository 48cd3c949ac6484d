import type { PoolClient } from 'pg';

/** The PostgreSQL notification channel for changed accounts. */
export const changeChannel = 'cascade_accounts';

/** Makes all replicas reload the accounts once this transaction commits. */
export async function announceChange(client: PoolClient): Promise<void> {
  await client.query("select pg_notify($1, '')", [changeChannel]);
}

/** "acco" in ASCII. */
const advisoryLock = 0x6163636f;

/** Serialises changes of declared accounts until the transaction ends. Messages and money are not blocked. */
export async function lockDeclarations(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
}
