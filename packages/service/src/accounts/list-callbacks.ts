import type { Pool } from 'pg';
import { sql, t } from '../store/tables.ts';
import { findAccountId } from './find-account-id.ts';

/** What an account registered (ADR-0014), as the CLI lists it. URLs may contain secrets. */
export interface ListedCallbacks {
  readonly id: number;
  readonly account: string;
  /** The sender signature whose events go there; null for every sender without a registration of its own. */
  readonly subjectId: number | null;
  readonly statusUrl: string;
  /** Names of the headers that the operator declared. */
  readonly headers: readonly string[];
  /** When the receiver answered 410 or an operator disabled it; null while callbacks are sent. */
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
  /** The first failure since the last success, and the error of the last one; null while attempts succeed. */
  readonly failingSince: Date | null;
  readonly lastError: string | null;
  /** Events that no attempt is planned for. */
  readonly undelivered: number;
}

/**
 * The registrations of an account, or of all accounts, by account and sender.
 * @throws {UnknownAccountError}
 */
export async function listCallbacks(
  pool: Pool,
  account: string | undefined,
): Promise<readonly ListedCallbacks[]> {
  const id = account === undefined ? null : await findAccountId(pool, account);
  const { rows } = await pool.query<ListedCallbacks>(
    sql`select c.id, a.name as account, c.subject_id as "subjectId", c.url as "statusUrl",
       array(select jsonb_object_keys(coalesce(c.headers, '{}'))) as headers, c.disabled_at as "disabledAt",
       case when c.disabled_at is not null then coalesce(c.disabled_reason, '410') end as "disabledReason",
       c.failing_since as "failingSince", c.last_error as "lastError", (
         select count(*)::integer from ${t.undelivered} u
         where u.account_id = c.account_id and case when c.subject_id is not null then u.sender = c.subject_id
           else not exists (
             select from ${t.callbacks} own where own.account_id = c.account_id and own.subject_id = u.sender
           ) end
       ) as undelivered
     from ${t.callbacks} c
     join ${t.accounts} a on a.id = c.account_id
     where $1::bigint is null or c.account_id = $1
     order by a.name, c.subject_id nulls first`,
    [id],
  );
  return rows;
}
