import { lookInto } from '@cascade/service/bench';

/** The status events of an account. */
export interface Outbox {
  readonly name: string;
  readonly pending: number;
  readonly givenUp: number;
  /** Their webhook-ids. */
  readonly ids: readonly string[];
}

/** Reads the store of a running service. */
export function readOutboxes(dataFolder: string): Promise<readonly Outbox[]> {
  return lookInto(dataFolder, async (pool) => {
    const { rows } = await pool.query<Outbox>(outboxes);
    return rows;
  });
}

const outboxes = `
select account.name,
  count(*) filter (where event.state = 'pending')::int as pending,
  count(*) filter (where event.state = 'given-up')::int as "givenUp",
  array_agg(event.id) as ids
from cascade.accounts account
join cascade.messages message on message.account_id = account.id
join cascade.status_events event on event.message_id = message.id
group by account.name`;
