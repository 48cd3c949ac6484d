import type { Pool } from 'pg';
import { findAccountId } from '../accounts/find-account-id.ts';
import { prepared } from '../store/prepared.ts';
import { sql, t } from '../store/tables.ts';

/** What a subscriber wants with a text such as STOP or START. */
export type Wish = 'opt-out' | 'opt-in';

/** The numbers that want no SMS from an account (ADR-0054). */
export interface OptOuts {
  /**
   * Puts a number on the lists of the accounts that have the sender, or takes it off. Resolves to how many
   * accounts these are; idempotent.
   */
  apply(wish: Wish, from: string, to: { channel: string; subject: string }): Promise<number>;
}

export function createOptOuts(pool: Pool): OptOuts {
  return {
    async apply(wish, from, { channel, subject }) {
      const statement = wish === 'opt-out' ? addBySenderSql : removeBySenderSql;
      const values = [digitsOf(from), channel, digitsOf(subject)];
      const { rows } = await pool.query<{ count: number }>(statement(values));
      return rows[0]?.count ?? 0;
    },
  };
}

/** A number as the lists have it. */
export function digitsOf(address: string): string {
  return address.replace(/^\+/, '');
}

const addBySenderSql = prepared`
with owner as materialized (
  select distinct account_id from ${t.senders} where channel = $2 and ltrim(subject, '+') = $3
), added as (
  insert into ${t.opt_outs} (account_id, address, source) select account_id, $1, 'subscriber' from owner
  on conflict do nothing
)
select count(*)::integer as count from owner`;

const removeBySenderSql = prepared`
with owner as materialized (
  select distinct account_id from ${t.senders} where channel = $2 and ltrim(subject, '+') = $3
), removed as (
  delete from ${t.opt_outs} listed using owner
  where listed.account_id = owner.account_id and listed.address = $1
)
select count(*)::integer as count from owner`;

interface ListedNumber {
  readonly address: string;
  readonly since: Date;
  readonly source: 'subscriber' | 'operator';
}

/** The list of an account, the latest first. */
export async function listOptOuts(
  pool: Pool,
  account: string,
  limit: number,
): Promise<readonly ListedNumber[]> {
  const { rows } = await pool.query<ListedNumber>(
    sql`select address, since, source from ${t.opt_outs}
    where account_id = $1 order by since desc, address limit $2`,
    [await findAccountId(pool, account), limit],
  );
  return rows;
}

/** Resolves to how many were not on the list. */
export async function addOptOuts(pool: Pool, account: string, addresses: readonly string[]): Promise<number> {
  // Returned, because a coordinator counts what was selected, also if it was on the list.
  const { rows } = await pool.query(
    sql`insert into ${t.opt_outs} (account_id, address, source)
    select $1, address, 'operator' from unnest($2::text[]) as address
    on conflict do nothing returning address`,
    [await findAccountId(pool, account), addresses.map(digitsOf)],
  );
  return rows.length;
}

/** Resolves to how many were on the list. */
export async function removeOptOuts(
  pool: Pool,
  account: string,
  addresses: readonly string[],
): Promise<number> {
  const { rowCount } = await pool.query(
    sql`delete from ${t.opt_outs} where account_id = $1 and address = any($2::text[])`,
    [await findAccountId(pool, account), addresses.map(digitsOf)],
  );
  return rowCount ?? 0;
}
