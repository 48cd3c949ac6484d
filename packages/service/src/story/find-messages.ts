import type { Pool } from 'pg';
import { requestKey } from '../history/filter.ts';
import type { MessageKey } from '../store/message-key.ts';

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

/** Messages from before migration 10 are not in request_ids. */
const byId = `
select message.id as "messageId", account.id as "accountId", account.name as account
from cascade.accounts account
join cascade.messages message on message.account_id = account.id
where message.id = $1 and (account.name = $3 or $3::text is null)
union
select message.id, account.id, account.name
from cascade.accounts account
cross join lateral (
  select message_id as id from cascade.request_ids
  where account_id = account.id and request_id = $2 and message_id is not null
  union all
  select id from cascade.messages where account_id = account.id and request_id = $2 and not in_request_ids
) as found
join cascade.messages message on message.account_id = account.id and message.id = found.id
where account.name = $3 or $3::text is null
order by account, "messageId"
limit 10`;
