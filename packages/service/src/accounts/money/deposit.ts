import type { PoolClient } from 'pg';

/** Brings money into an account from outside, and books it (ADR-0012): minor units, above zero. */
export async function deposit(client: PoolClient, accountId: number, amount: number): Promise<void> {
  await client.query('update cascade.accounts set balance = balance + $2 where id = $1', [accountId, amount]);
  await client.query(
    `insert into cascade.ledger (account_id, debit, credit, amount) values ($1, 'external', 'available', $2)`,
    [accountId, amount],
  );
}
