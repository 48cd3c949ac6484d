import type { PoolClient } from 'pg';
import { sql, t } from '../store/tables.ts';

/**
 * The version of a callback registration of the account that the caller's transaction writes: higher than
 * those of all that were committed before, of any sender. An answer to an earlier version tells nothing about
 * it.
 */
export async function countRegistration(client: PoolClient, accountId: number): Promise<number> {
  const { rows } = await client.query<{ registrations: number }>(
    sql`update ${t.accounts} set registrations = registrations + 1 where id = $1 returning registrations`,
    [accountId],
  );
  const [account] = rows;
  if (account === undefined) throw new Error(`there is no account ${accountId}`);
  return account.registrations;
}
