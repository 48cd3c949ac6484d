import type { PoolClient } from 'pg';

/** "acco" in ASCII. */
const advisoryLock = 0x6163636f;

/** Serialises changes of declared accounts until the transaction ends. Messages and money are not blocked. */
export async function lockDeclarations(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
}
