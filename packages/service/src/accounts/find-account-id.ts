import type { Pool, PoolClient } from 'pg';
import { sql, t } from '../store/tables.ts';

/** No account has this name. The message lists those that exist. */
class UnknownAccountError extends Error {
  constructor(name: string, known: readonly string[]) {
    const others = known.length === 0 ? 'There are none yet.' : `There are: ${known.join(', ')}.`;
    super(`No account is called ${name}. ${others}`);
    this.name = 'UnknownAccountError';
  }
}

/**
 * The id of an account.
 * @throws {UnknownAccountError} that lists up to 20 existing names.
 */
export async function findAccountId(client: Pool | PoolClient, name: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(sql`select id from ${t.accounts} where name = $1`, [
    name,
  ]);
  const [account] = rows;
  if (account !== undefined) return account.id;
  const { rows: known } = await client.query<{ name: string }>(
    sql`select name from ${t.accounts} order by name limit 20`,
  );
  throw new UnknownAccountError(
    name,
    known.map(({ name }) => name),
  );
}
