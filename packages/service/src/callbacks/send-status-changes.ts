import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { chunksOf } from '../jobs/chunks-of.ts';
import { type NewJob, sendJobs } from '../jobs/insert-jobs.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import { queues } from '../jobs/queues.ts';
import { prepared } from '../store/prepared.ts';
import type { StatusChange } from './status-change.ts';

/** One that is slow keeps the row of its job, but not the others of it: enough to make the row cheap. */
export const eventsPerJob = 32;

/**
 * Writes status events and the jobs that report them, in the caller's transaction: a change that is committed is
 * reported (§6), one that is not never was. Who is to get them is decided when they are sent. Comes back when the
 * statements are on their way, and gives their ends.
 */
export async function sendStatusChanges(
  client: PoolClient,
  jobs: Jobs,
  changes: readonly StatusChange[],
): Promise<readonly Promise<unknown>[]> {
  if (changes.length === 0) return [];
  const events = changes.map((change) => ({ ...change, id: `evt_${randomUUID()}` }));
  const insert = client.query(
    insertEvents([
      events.map(({ id }) => id),
      changes.map(({ messageId }) => messageId),
      changes.map(({ position }) => position),
      changes.map(({ status }) => status),
      changes.map(({ reason }) => reason),
      changes.map(({ at }) => at),
      changes.map(({ told }) => (told ? 'pending' : 'nobody')),
    ]),
  );
  const ids = events.filter(({ told }) => told).map(({ id }) => id);
  const toJob = (eventIds: readonly string[]): NewJob => ({ queue: queues.callback, data: { eventIds } });
  return [insert, ...(await sendJobs(client, jobs, chunksOf(ids, eventsPerJob).map(toJob)))];
}

const insertEvents = prepared(`
insert into cascade.status_events (id, message_id, position, status, reason, at, state)
select * from unnest($1::text[], $2::bigint[], $3::integer[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
`);
