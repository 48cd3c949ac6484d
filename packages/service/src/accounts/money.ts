import type { Pool, PoolClient } from 'pg';
import { sql, t } from '../store/tables.ts';
import { inTransaction } from '../store/transaction.ts';
import { findAccountId } from './find-account-id.ts';

/** Credits an account and books it in the ledger (ADR-0012). The amount is in minor units, above zero. */
export async function deposit(client: PoolClient, accountId: number, amount: number): Promise<void> {
  await client.query(sql`update ${t.accounts} set balance = balance + $2 where id = $1`, [accountId, amount]);
  await client.query(
    sql`insert into ${t.ledger} (account_id, debit, credit, amount) values ($1, 'external', 'available', $2)`,
    [accountId, amount],
  );
}

/** The money that an account has, in minor units (ADR-0012). */
export interface Money {
  /** Available to new messages. */
  readonly available: number;
  /** Reserved for stages that have not ended. */
  readonly reserved: number;
}

/** The money of an account, and whether its ledger adds up to the same. */
export interface Books extends Money {
  readonly spent: number;
  /** The sum of all deposits. */
  readonly deposited: number;
  /** Whether account and ledger agree. If not, something changed one without the other. */
  readonly agree: boolean;
}

/**
 * Adds up the ledger of an account and compares the sums with the account. It takes seconds for millions of
 * entries, and locks nothing.
 * @throws {UnknownAccountError}
 */
export function readBooks(pool: Pool, account: string): Promise<Books> {
  return inTransaction(pool, async (client) => {
    await client.query('set local statement_timeout = 0');
    const { rows } = await client.query<Books>(booksSql, [await findAccountId(client, account)]);
    const [books] = rows;
    if (books === undefined) throw new Error(`the account ${account} no longer exists`);
    return books;
  });
}

const booksSql = sql`
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
  from ${t.ledger}
  where account_id = $1
)
select a.balance - a.reserved as available, a.reserved,
  books.spent::bigint as spent, books.deposited::bigint as deposited,
  books.available = a.balance - a.reserved and books.reserved = a.reserved as agree
from ${t.accounts} a, books
where a.id = $1`;

/**
 * Deposits money into an account (ADR-0012), and returns what it has then. The ledger is not added up: its
 * account is locked meanwhile.
 * @throws {RangeError} if the balance would exceed `Number.MAX_SAFE_INTEGER`.
 * @throws {UnknownAccountError}
 */
export function topUp(pool: Pool, account: string, amount: number): Promise<Money> {
  return inTransaction(pool, async (client) => {
    const id = await findAccountId(client, account);
    const { rows } = await client.query<{ balance: number; reserved: number }>(
      sql`select balance, reserved from ${t.accounts} where id = $1 for no key update`,
      [id],
    );
    const { balance = 0, reserved = 0 } = rows[0] ?? {};
    if (amount > Number.MAX_SAFE_INTEGER - balance)
      throw new RangeError(`The balance may not exceed ${Number.MAX_SAFE_INTEGER}.`);
    await deposit(client, id, amount);
    return { available: balance + amount - reserved, reserved };
  });
}
