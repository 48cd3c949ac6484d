import type { Fault } from '@cascade/yaml-file';
import type { PoolClient } from 'pg';
import type { DeclaredAccounts } from '../file/declared-accounts.ts';
import { hashOf } from './sections/keys.ts';

/** Keys of the file that the database has for an account which the file does not declare. */
export async function findForeignKeys(client: PoolClient, { accounts }: DeclaredAccounts): Promise<Fault[]> {
  const places = accounts.flatMap(({ keys }, a) =>
    keys.map((key, k) => ({ pointer: `/accounts/${a}/keys/${k}`, hash: hashOf(key) })),
  );
  const { rows } = await client.query<{ hash: string; name: string }>(
    `select encode(k.hash, 'hex') as hash, a.name
     from cascade.api_keys k join cascade.accounts a on a.id = k.account_id
     where k.hash in (select decode(hash, 'hex') from unnest($1::text[]) as hash) and a.name <> all($2::text[])`,
    [places.map(({ hash }) => hash), accounts.map(({ name }) => name)],
  );
  const owners = new Map(rows.map(({ hash, name }) => [hash, name]));
  return places.flatMap(({ pointer, hash }) => {
    const owner = owners.get(hash);
    if (owner === undefined) return [];
    return [{ pointer, message: `key of the account ${owner}, which this file does not declare` }];
  });
}
