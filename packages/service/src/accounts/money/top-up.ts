import type { Pool } from 'pg';
import { inTransaction } from '../../store/transaction.ts';
import { findAccountId } from '../find-account-id.ts';
import { deposit } from './deposit.ts';
import { type Books, readBooks } from './read-books.ts';

/**
 * Deposits money into an account (ADR-0012), and returns its books.
 * @throws {RangeError} if the balance would exceed `Number.MAX_SAFE_INTEGER`.
 */
export function topUp(pool: Pool, account: string, amount: number): Promise<Books> {
  return inTransaction(pool, async (client) => {
    const id = await findAccountId(client, account);
    const { rows } = await client.query<{ balance: number }>(
      'select balance from cascade.accounts where id = $1 for no key update',
      [id],
    );
    if (amount > Number.MAX_SAFE_INTEGER - (rows[0]?.balance ?? 0))
      throw new RangeError(`The balance may not exceed ${Number.MAX_SAFE_INTEGER}.`);
    await deposit(client, id, amount);
    return readBooks(client, account);
  });
}
