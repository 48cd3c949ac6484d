import type { ClientBase, Pool } from 'pg';

/** The message that a request id scheduled; undefined if there is none. Retention may have deleted it. */
export async function findMessageId(
  client: ClientBase | Pool,
  accountId: number,
  requestKey: string,
): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>(byRequestId, [accountId, requestKey]);
  return rows[0]?.id;
}

/** Before migration 10 request ids were kept without their message. */
const byRequestId = `
select message_id as id from cascade.request_ids
where account_id = $1 and request_id = $2 and message_id is not null
union all
select id from cascade.messages where account_id = $1 and request_id = $2 and not in_request_ids`;
