import type { Pool, PoolClient } from 'pg';
import { findAccountId } from '../find-account-id.ts';

/** The money of an account in minor units (ADR-0012), and whether its ledger adds up to the same. */
export interface Books {
  /** Available to new messages. */
  readonly available: number;
  /** Reserved for stages that have not ended. */
  readonly reserved: number;
  readonly spent: number;
  /** The sum of all deposits. */
  readonly deposited: number;
  /** Whether account and ledger agree. If not, something changed one without the other. */
  readonly agree: boolean;
}

/**
 * Adds up the ledger of an account and compares the sums with the account.
 * @throws {UnknownAccountError}
 */
export async function readBooks(client: Pool | PoolClient, account: string): Promise<Books> {
  const { rows } = await client.query<Books>(booksSql, [await findAccountId(client, account)]);
  const [books] = rows;
  if (books === undefined) throw new Error(`the account ${account} no longer exists`);
  return books;
}

const booksSql = `
with books as (
  select
    coalesce(sum(amount) filter (where credit = 'available'), 0)
      - coalesce(sum(amount) filter (where debit = 'available'), 0) as available,
    coalesce(sum(amount) filter (where credit = 'reserved'), 0)
      - coalesce(sum(amount) filter (where debit = 'reserved'), 0) as reserved,
    coalesce(sum(amount) filter (where credit = 'spent'), 0)
      - coalesce(sum(amount) filter (where debit = 'spent'), 0) as spent,
    coalesce(sum(amount) filter (where debit = 'external'), 0)
      - coalesce(sum(amount) filter (where credit = 'external'), 0) as deposited
  from cascade.ledger
  where account_id = $1
)
select a.balance - a.reserved as available, a.reserved,
  books.spent::bigint as spent, books.deposited::bigint as deposited,
  books.available = a.balance - a.reserved and books.reserved = a.reserved as agree
from cascade.accounts a, books
where a.id = $1`;
