import type { Pool } from 'pg';

/** The messages and status events of an account, counted. */
export interface Outbox {
  /** Messages that may yet have status events. */
  readonly notEnded: number;
  /** Status events by their state. */
  readonly pending: number;
  readonly delivered: number;
  readonly givenUp: number;
  /** Status events of which an attempt was recorded. */
  readonly tried: number;
}

export async function outboxOf(pool: Pool, account: string): Promise<Outbox> {
  const { rows } = await pool.query<Outbox>(counts, [account]);
  const [row] = rows;
  if (row === undefined) throw new Error(`nothing was counted of the account ${account}`);
  return row;
}

/** The ids of all status events of an account, which are the `webhook-id` of their callbacks. */
export async function eventIdsOf(pool: Pool, account: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(`select event.id from ${events}`, [account]);
  return rows.map(({ id }) => id);
}

const messages = `cascade.messages message
  join cascade.accounts account on account.id = message.account_id and account.name = $1`;
const events = `${messages} join cascade.status_events event on event.message_id = message.id`;

const counts = `select
  (select count(*)::int from ${messages} where message.state <> 'ended') as "notEnded",
  count(*) filter (where event.state = 'pending')::int as pending,
  count(*) filter (where event.state = 'delivered')::int as delivered,
  count(*) filter (where event.state = 'given-up')::int as "givenUp",
  count(*) filter (where event.attempts > 0)::int as tried
from ${events}`;
