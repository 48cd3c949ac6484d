import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { insertJobs } from '../jobs/insert-jobs.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import { queues } from '../jobs/queues.ts';
import type { StatusChange } from './status-change.ts';

/**
 * Writes status events and the jobs that report them, in the caller's transaction: a change that is committed is
 * reported (§6), one that is not never was. Who is to get them is decided when they are sent.
 */
export async function recordStatusChanges(
  client: PoolClient,
  jobs: Jobs,
  changes: readonly StatusChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(() => `evt_${randomUUID()}`);
  await client.query(insertEvents, [
    ids,
    changes.map(({ messageId }) => messageId),
    changes.map(({ position }) => position),
    changes.map(({ status }) => status),
    changes.map(({ reason }) => reason),
    changes.map(({ at }) => at),
  ]);
  await insertJobs(
    client,
    jobs,
    ids.map((eventId) => ({ queue: queues.callback, data: { eventId } })),
  );
}

const insertEvents = `
insert into cascade.status_events (id, message_id, position, status, reason, at)
select * from unnest($1::text[], $2::bigint[], $3::integer[], $4::text[], $5::text[], $6::timestamptz[])
`;
