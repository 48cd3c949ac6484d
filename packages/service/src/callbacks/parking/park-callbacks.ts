import type { PoolClient } from 'pg';
import { prepared } from '../../store/prepared.ts';

/** A status event that waits for a receiver that does not answer. */
export interface ParkedCallback {
  readonly eventId: string;
  /** That it waits in. */
  readonly turn: number;
  readonly accountId: number;
  readonly url: string;
  /** Milliseconds after which it returns to the queue in any case. */
  readonly delayMs: number;
}

/** Parks events in the caller's transaction, which completes their jobs. */
export function parkCallbacks(client: PoolClient, parked: readonly ParkedCallback[]): Promise<unknown> {
  return client.query(
    parkSql([
      parked.map(({ eventId }) => eventId),
      parked.map(({ turn }) => turn),
      parked.map(({ accountId }) => accountId),
      parked.map(({ url }) => url),
      parked.map(({ delayMs }) => delayMs),
    ]),
  );
}

const parkSql = prepared(`
insert into cascade.parked_callbacks (number, event_id, turn, account_id, url, due_at)
overriding system value
select nextval('cascade.parked_callbacks_number_seq'), parked.event_id, parked.turn, parked.account_id, parked.url, now() + parked.delay_ms * interval '1 millisecond'
from unnest($1::text[], $2::integer[], $3::bigint[], $4::text[], $5::float8[]) as parked (event_id, turn, account_id, url, delay_ms)
`);
