import type { Pool, PoolClient } from 'pg';
import type { Job } from 'pg-boss';
import { type NewJob, sendJobs } from '../jobs/insert-jobs.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import { queues } from '../jobs/queues.ts';
import { sendThrough } from '../jobs/send-through.ts';
import { prepared } from '../store/prepared.ts';
import { inTransaction, type Write } from '../store/transaction.ts';
import type { CallbackJob, EventInHand } from './pending-callback.ts';

/** What became of an event that a job has brought. */
export interface Outcome extends EventInHand {
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

/** Outcomes, and the jobs that are complete with them. */
export interface Recorded {
  readonly outcomes: readonly Outcome[];
  readonly completed: readonly Job<CallbackJob>[];
}

/**
 * Records what became of events, and completes jobs, in one transaction. An event about which somebody else has
 * recorded something meanwhile, because our heartbeat was missed, takes nothing from us but that it was delivered.
 */
export async function recordOutcomes(
  pool: Pool,
  jobs: Jobs,
  { outcomes, completed }: Recorded,
): Promise<void> {
  await inTransaction(pool, async (client, write) => {
    const updating = updateEvents(client, outcomes);
    write(updating);
    const gone = outcomes.flatMap((outcome) => outcome.gone ?? []);
    if (gone.length > 0) write(disableCallbacks(client, gone));
    if (outcomes.some(({ again }) => again !== undefined)) {
      const ours = await updating;
      await sendAll(
        sendJobs(client, jobs, outcomes.filter(({ eventId }) => ours.has(eventId)).flatMap(comesBack)),
        write,
      );
    }
    if (completed.length > 0)
      write(
        (await sendThrough(client, (db) => jobs.boss.complete(queues.callback, [...completed], null, { db })))
          .end,
      );
  });
}

async function sendAll(sending: Promise<readonly Promise<unknown>[]>, write: Write): Promise<void> {
  for (const end of await sending) write(end);
}

function comesBack({ eventId, again }: Outcome): NewJob[] {
  if (again === undefined) return [];
  return [{ queue: queues.callback, data: { eventIds: [eventId] }, startAfter: again }];
}

/** Which of the events took it. */
async function updateEvents(client: PoolClient, outcomes: readonly Outcome[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>(
    updateSql([
      outcomes.map(({ eventId }) => eventId),
      outcomes.map(({ turn }) => turn),
      outcomes.map(({ state }) => state),
      outcomes.map(({ attempted }) => (attempted ? 1 : 0)),
      outcomes.map(({ result }) => result),
      outcomes.map(({ firstDueAt }) => firstDueAt),
    ]),
  );
  return new Set(rows.map(({ id }) => id));
}

const updateSql = prepared(`
update cascade.status_events event
set state = outcome.state,
    turn = event.turn + 1,
    attempts = event.attempts + outcome.attempted,
    last_result = coalesce(outcome.result, event.last_result),
    first_due_at = coalesce(event.first_due_at, outcome.first_due_at)
from unnest($1::text[], $2::integer[], $3::text[], $4::integer[], $5::text[], $6::timestamptz[])
  as outcome (id, turn, state, attempted, result, first_due_at)
where event.id = outcome.id and event.state = 'pending'
  and (event.turn = outcome.turn or outcome.state = 'delivered')
returning event.id
`);

function disableCallbacks(
  client: PoolClient,
  gone: readonly NonNullable<Outcome['gone']>[],
): Promise<unknown> {
  return client.query(disableSql, [gone.map(({ accountId }) => accountId), gone.map(({ url }) => url)]);
}

const disableSql = `
update cascade.callbacks callback
set disabled_at = now()
from unnest($1::bigint[], $2::text[]) as gone (account_id, url)
where callback.account_id = gone.account_id and callback.url = gone.url and callback.disabled_at is null
`;
