import type { Pool, PoolClient } from 'pg';
import type { Db, Job } from 'pg-boss';
import { completeJobs } from '../jobs/complete-jobs.ts';
import { type NewJob, sendJobs } from '../jobs/insert-jobs.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import { queues } from '../jobs/queues.ts';
import { sendThrough } from '../jobs/send-through.ts';
import { keysOfEvents, type MessageKeys } from '../store/find-message-keys.ts';
import { prepared } from '../store/prepared.ts';
import { inTransaction } from '../store/transaction.ts';
import { type CallbackJob, callbackJobs } from './callback-jobs.ts';
import type { Outcome } from './outcome.ts';
import { type ParkedCallback, parkCallbacks } from './parking/park-callbacks.ts';

/** Outcomes, and the jobs that are complete with them. */
export interface Recorded {
  readonly outcomes: readonly Outcome[];
  readonly completed: readonly Job<CallbackJob>[];
}

/**
 * Records outcomes, enqueues the next attempts, and completes jobs, in one transaction. If our heartbeat was
 * missed, another replica may have recorded an outcome of the same event; then only `delivered` still counts. May be
 * repeated if its answer was lost. If the database's clock was set back, an event that was first due in its future was first
 * due now.
 */
export async function recordOutcomes(
  pool: Pool,
  jobs: Jobs,
  { outcomes: unordered, completed }: Recorded,
): Promise<void> {
  // Replicas that hold the same events lock their rows in the same order, or they would deadlock.
  const outcomes = unordered.toSorted((one, other) => (one.eventId < other.eventId ? -1 : 1));
  await inTransaction(pool, async (client, write) => {
    // Before the first write: what is not sent when the work ends would run after the commit.
    const keys = await keysOfEvents(
      client,
      outcomes.map(({ eventId }) => eventId),
    );
    const updating = updateEvents(client, outcomes, keys);
    write(updating);

    const noted = outcomes.flatMap(({ receiver }) => receiver ?? []);
    if (noted.length > 0) write(noteReceivers(client, noted));

    if (outcomes.some(({ againInMs, gone }) => againInMs !== undefined || gone !== undefined)) {
      const updated = await updating;
      const ours = outcomes.filter(({ eventId }) => updated.has(eventId));
      const parked = ours.flatMap(parkedOf);
      if (parked.length > 0) write(parkCallbacks(client, parked));
      for (const statement of await sendJobs(client, jobs, retryJobs(ours))) write(statement);
      const gone = ours.flatMap((outcome) => outcome.gone ?? []);
      if (gone.length > 0) write(disableCallbacks(client, gone));
    }

    if (completed.length > 0) {
      const work = (db: Db) => completeJobs(jobs, queues.callback, completed, db);
      const { end } = await sendThrough(client, work, 'planned anew');
      write(end);
    }
  });
}

function parkedOf(outcome: Outcome): readonly ParkedCallback[] {
  const { parkedFor, againInMs: delayMs = 0 } = outcome;
  return parkedFor === undefined ? [] : [{ ...nextTurn(outcome), ...parkedFor, delayMs }];
}

/** Events that are due again at about the same time share jobs, which are due with the last of them. */
function retryJobs(outcomes: readonly Outcome[]): readonly NewJob[] {
  const again = outcomes.filter(
    ({ againInMs, parkedFor }) => againInMs !== undefined && parkedFor === undefined,
  );
  const together = Map.groupBy(again, ({ againInMs = 0 }) => magnitudeOf(againInMs));
  return [...together.values()].flatMap((due) =>
    callbackJobs(due.map(nextTurn), Math.max(...due.map(({ againInMs = 0 }) => againInMs))),
  );
}

/** Recording the outcome has ended its turn. */
function nextTurn({ eventId, turn }: Outcome) {
  return { eventId, turn: turn + 1 };
}

/** The same for delays that differ by less than a sixteenth. */
function magnitudeOf(delayMs: number): number {
  return delayMs <= 0 ? 0 : Math.ceil(Math.log(delayMs) / Math.log(17 / 16));
}

/** Resolves to the ids of the events that were updated. */
async function updateEvents(
  client: PoolClient,
  outcomes: readonly Outcome[],
  keys: MessageKeys,
): Promise<ReadonlySet<string>> {
  if (outcomes.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>(
    updateSql([
      outcomes.map(({ eventId }) => keys.get(eventId)?.accountId),
      outcomes.map(({ eventId }) => keys.get(eventId)?.messageId),
      outcomes.map(({ eventId }) => eventId),
      outcomes.map(({ turn }) => turn),
      outcomes.map(({ state }) => state),
      outcomes.map(({ attempted }) => (attempted ? 1 : 0)),
      outcomes.map(({ result }) => result),
      outcomes.map(({ waitedMs }) => waitedMs),
      outcomes.map(({ attempt = null }) => attempt),
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
    first_due_at = least(coalesce(event.first_due_at, outcome.waited_since), outcome.now),
    tries = case when outcome.try is null then event.tries
      else event.tries[greatest(1, cardinality(event.tries) - 30):] || outcome.try end
from (
  select *, now() - waited_ms * interval '1 millisecond' as waited_since, now() as now
  from unnest(
    $1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::text[], $6::integer[], $7::text[], $8::float8[], $9::text[]
  ) as outcome (account_id, message_id, id, turn, state, attempted, result, waited_ms, try)
  -- Or PostgreSQL would put the clock back into the coalesce, where Citus refuses it.
  offset 0
) as outcome
where event.account_id = outcome.account_id and event.message_id = outcome.message_id and event.id = outcome.id
  and event.state = 'pending'
  and (event.turn = outcome.turn or outcome.state = 'delivered')
returning event.id
`);

/** Skips registrations that another transaction changes: the next attempt tells the same. */
function noteReceivers(
  client: PoolClient,
  noted: readonly NonNullable<Outcome['receiver']>[],
): Promise<unknown> {
  const last = [...new Map(noted.map((one) => [`${one.accountId} ${one.url}`, one])).values()];
  return client.query(
    noteSql([
      last.map(({ accountId }) => accountId),
      last.map(({ url }) => url),
      last.map(({ error }) => error),
    ]),
  );
}

const noteSql = prepared(`
with concerned as materialized (
  select callback.id, receiver.error, now() as noted_at
  from unnest($1::bigint[], $2::text[], $3::text[]) as receiver (account_id, url, error)
  join cascade.callbacks callback on callback.account_id = receiver.account_id and callback.url = receiver.url
  where callback.last_error is distinct from receiver.error
  for no key update of callback skip locked
)
update cascade.callbacks callback
set last_error = concerned.error,
    failing_since = case when concerned.error is not null then coalesce(callback.failing_since, concerned.noted_at) end
from concerned
where callback.id = concerned.id
`);

/** All registrations of the URL, but those that were registered or enabled while the attempts were under way. */
function disableCallbacks(
  client: PoolClient,
  gone: readonly NonNullable<Outcome['gone']>[],
): Promise<unknown> {
  return client.query(disableSql, [
    gone.map(({ accountId }) => accountId),
    gone.map(({ url }) => url),
    gone.map(({ version }) => version),
  ]);
}

const disableSql = `
update cascade.callbacks callback
set disabled_at = now(), disabled_reason = '410'
from unnest($1::bigint[], $2::text[], $3::integer[]) as gone (account_id, url, version)
where callback.account_id = gone.account_id and callback.url = gone.url and callback.version <= gone.version
  and callback.disabled_at is null
`;
