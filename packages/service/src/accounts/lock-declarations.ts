import type { PoolClient } from 'pg';

/** "acco" in ASCII. */
const advisoryLock = 0x6163636f;

/** One change of what accounts declare at a time, until the transaction ends. Messages and money are not held up. */
export async function lockDeclarations(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
}
