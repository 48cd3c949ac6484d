import type { Pool } from 'pg';

/** The money of an account, as the account, its ledger and its messages have it. */
export interface Books {
  readonly balance: number;
  readonly reserved: number;
  readonly spent: number;
  /** The same, from the ledger alone. */
  readonly ledger: { readonly balance: number; readonly reserved: number; readonly spent: number };
  /** Still set aside for stages of messages. */
  readonly messages: number;
}

export async function booksOf(pool: Pool, accountId: number): Promise<Books> {
  const { rows } = await pool.query<Record<'balance' | 'reserved' | 'messages' | Book, number>>(
    `select a.balance, a.reserved,
       (select coalesce(sum(reserved), 0)::bigint from cascade.messages m where m.account_id = a.id) as messages,
       ${books.map((book) => `(${sumOf(book)}) as "${book}"`).join(', ')}
     from cascade.accounts a where a.id = $1`,
    [accountId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no such account');
  const { balance, reserved, messages } = row;
  const ledger = {
    balance: row['ledger available'] + row['ledger reserved'],
    reserved: row['ledger reserved'],
    spent: row['ledger spent'],
  };
  return { balance, reserved, spent: ledger.spent, messages, ledger };
}

const books = ['ledger available', 'ledger reserved', 'ledger spent'] as const;
type Book = (typeof books)[number];

function sumOf(book: Book): string {
  const name = book.replace('ledger ', '');
  return `select coalesce(sum(case when credit = '${name}' then amount when debit = '${name}' then -amount end), 0)::bigint
    from cascade.ledger l where l.account_id = a.id`;
}
