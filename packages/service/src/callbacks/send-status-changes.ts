import type { PoolClient } from 'pg';
import { sendJobs } from '../jobs/insert-jobs.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import { prepared } from '../store/prepared.ts';
import { firstJobs } from './callback-jobs.ts';
import { noReceiver } from './outcome.ts';
import type { StatusChange } from './status-change.ts';

/**
 * Writes status events and enqueues their callbacks, in the caller's transaction: committed changes are
 * reported (§6), rolled-back changes never. The receiver is looked up at the time of sending. Resolves when
 * the statements are under way, to their results.
 */
export async function sendStatusChanges(
  client: PoolClient,
  jobs: Jobs,
  changes: readonly StatusChange[],
): Promise<readonly Promise<unknown>[]> {
  if (changes.length === 0) return [];
  const insert = client.query(
    insertEvents([
      changes.map(({ eventId }) => eventId),
      changes.map(({ accountId }) => accountId),
      changes.map(({ messageId }) => messageId),
      changes.map(({ position }) => position),
      changes.map(({ status }) => status),
      changes.map(({ reason }) => reason),
      changes.map(({ at }) => at),
      changes.map(({ reported }) => (reported ? 'pending' : noReceiver)),
    ]),
  );
  const ids = changes.filter(({ reported }) => reported).map(({ eventId }) => eventId);
  return [insert, ...(await sendJobs(client, jobs, firstJobs(ids)))];
}

const insertEvents = prepared(`
insert into cascade.status_events (id, account_id, message_id, position, status, reason, at, state)
select * from unnest(
  $1::text[], $2::bigint[], $3::bigint[], $4::integer[], $5::text[], $6::text[], $7::timestamptz[], $8::text[]
)
`);
