import type { Pool } from 'pg';
import { findAccountId } from './find-account-id.ts';

/** What an account registered (ADR-0014), as the CLI lists it. URLs may contain secrets. */
export interface ListedCallbacks {
  readonly account: string;
  /** The sender signature whose events go there; null for every sender without a registration of its own. */
  readonly subjectId: number | null;
  readonly statusUrl: string;
  readonly inMessageUrl: string | null;
  readonly messageMatcherUrl: string | null;
  /** Names of the headers that the operator declared. */
  readonly headers: readonly string[];
  /** When the receiver answered 410; null while callbacks are sent. */
  readonly disabledAt: Date | null;
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
    `select a.name as account, c.subject_id as "subjectId", c.url as "statusUrl",
       c.in_message_url as "inMessageUrl", c.message_matcher_url as "messageMatcherUrl",
       array(select jsonb_object_keys(coalesce(c.headers, '{}'))) as headers, c.disabled_at as "disabledAt"
     from cascade.callbacks c
     join cascade.accounts a on a.id = c.account_id
     where $1::bigint is null or c.account_id = $1
     order by a.name, c.subject_id nulls first`,
    [id],
  );
  return rows;
}
