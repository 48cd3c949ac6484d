import type { Pool, PoolClient } from 'pg';
import { UnknownAccountError } from './unknown-account-error.ts';

/**
 * The id of an account.
 * @throws {UnknownAccountError} that lists up to 20 existing names.
 */
export async function findAccountId(client: Pool | PoolClient, name: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>('select id from cascade.accounts where name = $1', [
    name,
  ]);
  const [account] = rows;
  if (account !== undefined) return account.id;
  const { rows: known } = await client.query<{ name: string }>(
    'select name from cascade.accounts order by name limit 20',
  );
  throw new UnknownAccountError(
    name,
    known.map(({ name }) => name),
  );
}
