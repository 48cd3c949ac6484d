import type { Pool, PoolClient } from 'pg';
import { findAccountId } from '../find-account-id.ts';

/** The money of an account in minor units (ADR-0012), as the account has it and as its ledger adds up. */
export interface Books {
  /** What new messages can use. */
  readonly available: number;
  /** Set aside for stages to come. */
  readonly reserved: number;
  readonly spent: number;
  /** All that ever came in. */
  readonly deposited: number;
  /** Whether account and ledger say the same; if not, something wrote past the ledger. */
  readonly agree: boolean;
}

/**
 * Adds up the ledger of an account and holds it against the account.
 * @throws {UnknownAccountError}
 */
export async function readBooks(client: Pool | PoolClient, account: string): Promise<Books> {
  const { rows } = await client.query<Books>(booksSql, [await findAccountId(client, account)]);
  const [books] = rows;
  if (books === undefined) throw new Error(`the account ${account} is gone`);
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
