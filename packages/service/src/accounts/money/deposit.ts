import type { PoolClient } from 'pg';

/** Credits an account and books it in the ledger (ADR-0012). The amount is in minor units, above zero. */
export async function deposit(client: PoolClient, accountId: number, amount: number): Promise<void> {
  await client.query('update cascade.accounts set balance = balance + $2 where id = $1', [accountId, amount]);
  await client.query(
    `insert into cascade.ledger (account_id, debit, credit, amount) values ($1, 'external', 'available', $2)`,
    [accountId, amount],
  );
}
