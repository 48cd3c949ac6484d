import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connectionStringOf, socketFolderOf } from '@cascade/embedded-postgres/testing';
import type { ClientBase, Pool } from 'pg';
import { type ShardNumber, tablesThroughCoordinator } from '../cluster/shard.ts';
import { createPool, setupPatience } from '../store/create-pool.ts';
import { ownDatabase } from '../store/open-store.ts';
import { type Statement, sql, t } from '../store/tables.ts';

/** Counts of what must be zero; the last three may exceed zero for a while. */
export interface Audit {
  /** Accepted messages. */
  readonly messages: number;
  /** Request ids that have more than one message. */
  readonly doubleMessages: number;
  /** Messages whose price was reserved more than once, or which spent more than was reserved. */
  readonly doubleDebits: number;
  /**
   * Accounts whose balance or reserve differs from the ledger, or whose reserve differs from their messages.
   */
  readonly wrongBooks: number;
  /** Messages in progress. */
  readonly notEnded: number;
  /** Ended messages with money still reserved. */
  readonly notReleased: number;
  /** Pending status events. */
  readonly notReported: number;
}

/** What is counted of a store at rest, but for its messages. */
export const nothingWrong: Omit<Audit, 'messages'> = {
  doubleMessages: 0,
  doubleDebits: 0,
  wrongBooks: 0,
  notEnded: 0,
  notReleased: 0,
  notReported: 0,
};

/** Counts over the whole store, in one snapshot. */
export async function audit(pool: Pool | ClientBase): Promise<Audit> {
  const { rows } = await pool.query<Audit>(auditSql);
  const [row] = rows;
  if (row === undefined) throw new Error('the audit found nothing');
  return row;
}

const count = (from: Statement) => sql`(select count(*)::int from ${from})`;

const doubleMessages = count(sql`(
  select from ${t.messages} group by account_id, request_id having count(*) > 1
) as double`);

const doubleDebits = count(sql`(
  select from ${t.ledger} where message_id is not null group by message_id
  having count(*) filter (where debit = 'available' and credit = 'reserved') > 1
    or sum(amount) filter (where debit = 'reserved') > sum(amount) filter (where credit = 'reserved')
) as double`);

/** Compares each account with the sums of its ledger and of its messages. */
const wrongBooks = count(sql`(
  select from ${t.accounts} a
  left join lateral (
    select
      coalesce(sum(case 'available' when credit then amount when debit then -amount else 0 end), 0) as available,
      coalesce(sum(case 'reserved' when credit then amount when debit then -amount else 0 end), 0) as reserved
    from ${t.ledger} as ledger where account_id = a.id
  ) as ledger on true
  left join lateral (
    select coalesce(sum(reserved), 0) as reserved from ${t.messages} as messages where account_id = a.id
  ) as messages on true
  where a.balance - a.reserved <> ledger.available
    or a.reserved <> ledger.reserved or a.reserved <> messages.reserved
) as wrong`);

const auditSql = sql`select
  ${count(sql`${t.messages}`)} as messages,
  ${doubleMessages} as "doubleMessages",
  ${doubleDebits} as "doubleDebits",
  ${wrongBooks} as "wrongBooks",
  ${count(sql`${t.messages} where state <> 'ended'`)} as "notEnded",
  ${count(sql`${t.messages} where state = 'ended' and reserved > 0`)} as "notReleased",
  ${count(sql`${t.status_events} where state = 'pending'`)} as "notReported"`;

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

/**
 * Queries the PostgreSQL of a data folder while a service runs it. Unlike `openStore` it neither starts nor
 * joins a server: the service under test must recover by itself, and its server must not stop with the query.
 */
export async function lookInto<Result>(
  dataFolder: string,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  // The server may run as another user, whose id is in the name of a socket folder under /tmp.
  const { uid, gid } = await stat(join(dataFolder, 'cluster'));
  return lookAt(connectionStringOf(socketFolderOf(dataFolder, { uid, gid }), ownDatabase), work);
}

/** Queries a running server, or a shard of a cluster by its coordinator. */
export async function lookAt<Result>(
  connectionString: string,
  work: (pool: Pool) => Promise<Result>,
  shard?: ShardNumber,
): Promise<Result> {
  const settings = { size: 1, applicationName: 'look', patience: setupPatience };
  const tables = shard === undefined ? undefined : tablesThroughCoordinator(shard);
  const pool = createPool({ connectionString, ...settings, tables });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
