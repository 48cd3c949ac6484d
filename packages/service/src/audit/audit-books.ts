import type { Pool } from 'pg';
import { sql, t } from '../store/tables.ts';
import { inTransaction } from '../store/transaction.ts';

/** An account whose money is not what its ledger and its messages say, in minor units (ADR-0012). */
export interface WrongBooks {
  readonly account: string;
  readonly available: number;
  readonly reserved: number;
  /** The same, added up from the ledger. */
  readonly ledgerAvailable: number;
  readonly ledgerReserved: number;
  /** What its messages still reserve. */
  readonly messagesReserved: number;
}

export interface AuditBooksOptions {
  readonly signal?: AbortSignal;
  /** Called after each account with the number of accounts that were compared so far, and of all. */
  readonly onProgress?: (accounts: number, of: number) => void;
}

/**
 * Compares each account with its ledger and its messages, one account a statement, without a lock. It takes
 * about a second for a million entries of an account.
 */
export async function auditBooks(
  pool: Pool,
  { signal, onProgress = () => {} }: AuditBooksOptions = {},
): Promise<readonly WrongBooks[]> {
  const accounts = await pool.query<{ id: number }>(sql`select id from ${t.accounts} order by id`);
  const wrong: WrongBooks[] = [];
  for (const [place, { id }] of accounts.rows.entries()) {
    if (signal?.aborted === true) break;
    wrong.push(...(await compareAccount(pool, id)));
    onProgress(place + 1, accounts.rows.length);
  }
  return wrong;
}

function compareAccount(pool: Pool, id: number): Promise<readonly WrongBooks[]> {
  return inTransaction(pool, async (client) => {
    await client.query('set local statement_timeout = 0');
    return (await client.query<WrongBooks>(compareSql, [id])).rows;
  });
}

const compareSql = sql`
select a.name as account, a.balance - a.reserved as available, a.reserved,
  ledger.available as "ledgerAvailable", ledger.reserved as "ledgerReserved", messages.reserved as "messagesReserved"
from ${t.accounts} a
cross join lateral (
  select
    coalesce(sum(case 'available' when credit then amount when debit then -amount end), 0)::bigint as available,
    coalesce(sum(case 'reserved' when credit then amount when debit then -amount end), 0)::bigint as reserved
  from ${t.ledger} as ledger where ledger.account_id = $1
) as ledger
cross join lateral (
  select coalesce(sum(messages.reserved), 0)::bigint as reserved
  from ${t.messages} as messages where messages.account_id = $1
) as messages
where a.id = $1 and (
  a.balance - a.reserved <> ledger.available or a.reserved <> ledger.reserved or a.reserved <> messages.reserved
)`;
