import type { Pool, PoolClient } from 'pg';
import { type WaitingEntry, writeWaiting } from '../due/waiting.ts';
import { describeError, type Log } from '../log.ts';
import { insist, isLocked } from '../store/connection/insist.ts';
import { createGroupCommit, heldUp } from '../store/group-commit.ts';
import { keysOfEvents, type MessageKeys } from '../store/message-key.ts';
import { type Part, part, writeTogether } from '../store/prepared.ts';
import { sql, t } from '../store/tables.ts';
import { inTransaction } from '../store/transaction.ts';
import { type EventOutcome, isOutcome, type ResolvedEvent } from './outcome.ts';

/**
 * Records outcomes, and has events wait for their next attempts, in one transaction. Another replica that
 * counted this one as dead may have recorded an outcome of the same event; then only `delivered` still
 * counts. May be repeated if its answer was lost. If the database's clock was set back, an event that was
 * first due in its future was first due now.
 */
export async function recordOutcomes(pool: Pool, outcomes: readonly EventOutcome[]): Promise<void> {
  // Replicas that hold the same events lock their rows in the same order, or they would deadlock.
  const sorted = outcomes.toSorted((one, other) => (one.eventId < other.eventId ? -1 : 1));
  const keys = await keysOfEvents(
    pool,
    sorted.map(({ eventId }) => eventId),
  );
  const updated = updateEvents(sorted, keys);
  const noted = noteReceivers(outcomes.flatMap(({ receiver }) => receiver ?? []));
  if (!outcomes.some(({ lane, gone }) => lane !== undefined || gone !== undefined)) {
    await writeTogether(pool, [...updated, ...noted]);
    return;
  }
  await inTransaction(pool, async (client, write) => {
    const result = await writeTogether<{ id: string }>(client, updated);
    const ids = new Set(result?.rows.map(({ id }) => id));
    const ours = outcomes.filter(({ eventId }) => ids.has(eventId));
    write(writeWaiting(client, ours.flatMap(waitingOf)));
    const gone = ours.flatMap((outcome) => outcome.gone ?? []);
    if (gone.length > 0) write(disableCallbacks(client, gone));
    write(writeTogether(client, noted));
  });
}

/** Recording the outcome has ended its turn. */
function waitingOf({ eventId, turn, againInMs: dueInMs = 0, lane }: EventOutcome): readonly WaitingEntry[] {
  return lane === undefined ? [] : [{ eventId, turn: turn + 1, dueInMs, ...lane }];
}

/** Returns the ids of the events that were updated. */
function updateEvents(outcomes: readonly EventOutcome[], keys: MessageKeys): readonly Part[] {
  if (outcomes.length === 0) return [];
  return [
    updatePart([
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
  ];
}

const updatePart = part`
update ${t.status_events} event
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
  -- Or PostgreSQL would put the clock back into the coalesce (cluster/refused-forms.test.ts).
  offset 0
) as outcome
where event.account_id = outcome.account_id and event.message_id = outcome.message_id and event.id = outcome.id
  and event.state = 'pending'
  and (event.turn = outcome.turn or outcome.state = 'delivered')
returning event.id
`;

/** Skips registrations that another transaction changes: the next attempt tells the same. */
function noteReceivers(noted: readonly NonNullable<EventOutcome['receiver']>[]): readonly Part[] {
  if (noted.length === 0) return [];
  const last = [...new Map(noted.map((one) => [`${one.accountId} ${one.url}`, one])).values()];
  return [
    notePart([
      last.map(({ accountId }) => accountId),
      last.map(({ url }) => url),
      last.map(({ error }) => error),
    ]),
  ];
}

const notePart = part`
with concerned as materialized (
  select callback.id, receiver.error, now() as noted_at
  from unnest($1::bigint[], $2::text[], $3::text[]) as receiver (account_id, url, error)
  join ${t.callbacks} callback on callback.account_id = receiver.account_id and callback.url = receiver.url
  where callback.last_error is distinct from receiver.error
  for no key update of callback skip locked
)
update ${t.callbacks} callback
set last_error = concerned.error,
    failing_since = case when concerned.error is not null then coalesce(callback.failing_since, concerned.noted_at) end
from concerned
where callback.id = concerned.id
`;

/**
 * All registrations of the URL, but those that were registered or enabled while the attempts were under way.
 */
function disableCallbacks(
  client: PoolClient,
  gone: readonly NonNullable<EventOutcome['gone']>[],
): Promise<unknown> {
  return client.query(disableSql, [
    gone.map(({ accountId }) => accountId),
    gone.map(({ url }) => url),
    gone.map(({ version }) => version),
  ]);
}

const disableSql = sql`
update ${t.callbacks} callback
set disabled_at = now(), disabled_reason = '410'
from unnest($1::bigint[], $2::text[], $3::integer[]) as gone (account_id, url, version)
where callback.account_id = gone.account_id and callback.url = gone.url and callback.version <= gone.version
  and callback.disabled_at is null
`;

interface RecorderOptions {
  readonly pool: Pool;
  readonly log: Log;
  /** Called after the outcome of an event is committed. */
  readonly onOutcome: (outcome: EventOutcome) => void;
}

/**
 * Milliseconds in which outcomes are recorded again whose connection was lost, or that another transaction
 * kept from it. What is not recorded by then is attempted again, although its receiver may have taken it.
 */
const insistForMs = 15_000;

/**
 * Receivers do not wait for the record, so that the outcomes of a message alone share one. A kill meanwhile
 * repeats these callbacks: few, since under load others arrive in time.
 */
const gather = { milliseconds: 200, enough: 16 } as const;

/** Records the event and lets go of it. Never rejects: what cannot be recorded is logged. */
export type RecordEvent = (event: ResolvedEvent) => Promise<void>;

/** Events that are resolved during a commit share the next one. */
export function createOutcomeRecorder(options: RecorderOptions): RecordEvent {
  const { pool, log, onOutcome } = options;
  const group = createGroupCommit<ResolvedEvent, true>({
    async commit(events, isLane) {
      const outcomes = events.filter(isOutcome);
      // Idempotent: an outcome counts once for its turn.
      try {
        await insist({ forMs: insistForMs, despiteLocks: isLane }, () => recordOutcomes(pool, outcomes));
      } catch (error) {
        if (isLane || !isLocked(error)) throw error;
        // Some other transaction has locked an event. Alone, each waits for its own only.
        return events.map(() => heldUp);
      }
      return events.map((): true => true);
    },
    keyOf: ({ eventId }) => eventId,
    laneOf: ({ eventId }) => eventId,
    gather,
    batchLimit: 256,
    queueLimit: Number.POSITIVE_INFINITY,
  });

  return async (event) => {
    let isRecorded = false;
    try {
      await group.submit(event);
      isRecorded = true;
      if (isOutcome(event)) {
        logOutcome(log, event);
        onOutcome(event);
      }
    } catch (error) {
      log.error({ error: describeError(error) }, 'the outcome of a callback cannot be recorded');
    }
    // If it was not recorded, its parcel is done again: the event may be sent twice, but is not lost.
    event.letGo(isRecorded);
  };
}

function logOutcome(log: Log, { eventId, state, result, gone }: EventOutcome): void {
  if (gone !== undefined)
    log.warn(
      { event: 'callback.disabled', reason: '410', eventId, accountId: gone.accountId },
      'a receiver answered 410: disabled, unless it was registered again meanwhile',
    );
  else if (state === 'given-up')
    log.warn({ eventId, result }, 'a callback is undelivered: it can be sent again');
}
