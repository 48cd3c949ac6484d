import type { Pool, PoolClient } from 'pg';
import type { Job } from 'pg-boss';
import { insertJobs, throughClient } from '../jobs/insert-jobs.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import { queues } from '../jobs/queues.ts';
import { inTransaction } from '../store/transaction.ts';
import type { CallbackJob } from './pending-callback.ts';

/** What became of a callback job. */
export interface Outcome {
  readonly job: Job<CallbackJob>;
  readonly state: 'pending' | 'delivered' | 'given-up' | 'nobody';
  /** Whether an attempt was made. */
  readonly attempted: boolean;
  /** In a word; null leaves the one before. */
  readonly result: string | null;
  readonly firstDueAt: Date | null;
  /** With `pending`: when the event comes back. */
  readonly again?: Date;
  /** With an answer of 410: whose address is used no more. */
  readonly gone?: { readonly accountId: number; readonly url: string };
}

/**
 * Settles jobs with what became of them, in one transaction. A job that was lost to another process, because our
 * heartbeat was missed, settles nothing but that its event was delivered.
 */
export async function recordOutcomes(pool: Pool, jobs: Jobs, outcomes: readonly Outcome[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    const settled = await settle(client, jobs, outcomes);
    const ours = outcomes.filter(({ job, state }) => settled.has(job.id) || state === 'delivered');
    await client.query(updateEvents, [
      ours.map(({ job }) => job.data.eventId),
      ours.map(({ state }) => state),
      ours.map(({ attempted }) => (attempted ? 1 : 0)),
      ours.map(({ result }) => result),
      ours.map(({ firstDueAt }) => firstDueAt),
    ]);
    const gone = outcomes.flatMap((outcome) => outcome.gone ?? []);
    if (gone.length > 0)
      await client.query(disableCallbacks, [
        gone.map(({ accountId }) => accountId),
        gone.map(({ url }) => url),
      ]);
    await insertJobs(client, jobs, outcomes.filter(({ job }) => settled.has(job.id)).flatMap(comesBack));
  });
}

/** Which of the jobs were still ours. */
async function settle(
  client: PoolClient,
  { boss }: Jobs,
  outcomes: readonly Outcome[],
): Promise<Set<string>> {
  const list = outcomes.map(({ job }) => job);
  const answer: object = await boss.complete(queues.callback, list, null, { db: throughClient(client) });
  // Told by pg-boss, but not by its types.
  if (!('settled' in answer) || !Array.isArray(answer.settled))
    throw new Error('pg-boss does not say which jobs it settled');
  return new Set(answer.settled);
}

function comesBack({ job, again }: Outcome) {
  return again === undefined ? [] : [{ queue: queues.callback, data: job.data, startAfter: again }];
}

const updateEvents = `
update cascade.status_events event
set state = outcome.state,
    attempts = event.attempts + outcome.attempted,
    last_result = coalesce(outcome.result, event.last_result),
    first_due_at = coalesce(event.first_due_at, outcome.first_due_at)
from unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::timestamptz[])
  as outcome (id, state, attempted, result, first_due_at)
where event.id = outcome.id and event.state = 'pending'
`;

const disableCallbacks = `
update cascade.callbacks callback
set disabled_at = now()
from unnest($1::bigint[], $2::text[]) as gone (account_id, url)
where callback.account_id = gone.account_id and callback.url = gone.url and callback.disabled_at is null
`;
