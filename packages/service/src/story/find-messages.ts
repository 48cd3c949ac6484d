import type { Pool } from 'pg';
import { requestKey } from '../history/filter.ts';
import type { MessageKey } from '../store/message-key.ts';
import { sql, t } from '../store/tables.ts';

/** A message that an operator asked for. */
export interface FoundMessage extends MessageKey {
  readonly account: string;
}

/**
 * The messages of an id: a request id, which each account may use once, or a message id. `account` is a name. At most ten.
 */
export async function findMessages(
  pool: Pool,
  id: string,
  account: string | undefined,
): Promise<readonly FoundMessage[]> {
  const messageId = /^\d{1,15}$/.test(id) ? Number(id) : null;
  const { rows } = await pool.query<FoundMessage>(byId, [messageId, requestKey(id), account ?? null]);
  return rows;
}

const byId = sql`
select message.id as "messageId", account.id as "accountId", account.name as account
from ${t.accounts} account
join ${t.messages} message on message.account_id = account.id
where message.id = $1 and (account.name = $3 or $3::text is null)
union
select message.id, account.id, account.name
from ${t.accounts} account
join ${t.request_ids} found on found.account_id = account.id and found.request_id = $2
join ${t.messages} message on message.account_id = account.id and message.id = found.message_id
where account.name = $3 or $3::text is null
order by account, "messageId"
limit 10`;
