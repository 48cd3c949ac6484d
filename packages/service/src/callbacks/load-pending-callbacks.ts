import type { PlannedStage } from '@cascade/transition';
import type { Pool } from 'pg';
import { keysOfEvents } from '../store/message-key.ts';
import { prepared } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import { disabledResult, noReceiver, type ResolvedEvent } from './outcome.ts';
import type { EarlierEvent, EventInHand, PendingCallback } from './pending-callback.ts';
import { type StoredStatusEvent, statusEventBody } from './post-callback.ts';
import { comesBefore } from './status-change.ts';

/** Events, by what to do with them. */
interface LoadedEvents {
  readonly callbacks: readonly PendingCallback[];
  /** No attempt is made of these, and later events of their messages need not wait for one. */
  readonly ended: readonly ResolvedEvent[];
  /** Pending, but in a later turn: another entry is for that. */
  readonly passed: readonly ResolvedEvent[];
}

/** An event of a parcel, before what is known of it is loaded. */
export interface TakenEvent extends Pick<EventInHand, 'eventId' | 'owner' | 'letGo'> {
  /** The turn that it is to be sent for; null for any turn. */
  readonly turn: number | null;
}

/**
 * Loads events, and the receivers that are registered for them now.
 *
 * @param now on the monotonic clock.
 */
export async function loadPendingCallbacks(
  pool: Pool,
  taken: readonly TakenEvent[],
  now: number,
): Promise<LoadedEvents> {
  const ids = taken.map(({ eventId }) => eventId);
  const events = await readPendingEvents(pool, ids);
  const receiverOf = findReceiver(await readReceivers(pool, [...events.values()]));
  const callbacks: PendingCallback[] = [];
  const ended: ResolvedEvent[] = [];
  const passed: ResolvedEvent[] = [];
  for (const hand of taken) {
    const event = events.get(hand.eventId);
    const inHand = { ...hand, turn: event?.turn ?? 0 };
    const receiver = event && receiverOf(event);
    // Delivered or given up before, or deleted with its message.
    if (event === undefined) ended.push({ ...inHand, state: 'already-done' });
    else if (hand.turn !== null && hand.turn !== event.turn)
      passed.push({ ...inHand, state: 'already-done' });
    else if (receiver === undefined) ended.push({ ...inHand, ...unattempted, state: noReceiver });
    else if (receiver.disabled)
      ended.push({ ...inHand, ...unattempted, state: 'given-up', result: disabledResult });
    else callbacks.push(toPending(inHand, event, receiver, now));
  }
  return { callbacks, ended, passed };
}

const unattempted = { attempted: false, result: null, waitedMs: 0 };

const none = {};

function toPending(
  inHand: EventInHand,
  event: PendingEvent,
  receiver: RegisteredRow,
  now: number,
): PendingCallback {
  const { accountId, attempts, waitedMs, traceparent, earlier } = event;
  const { url, headers, secrets, lastError, version } = receiver;
  // Negative if the clock of the database was set back.
  const firstDueAt = waitedMs === null ? null : now - Math.max(waitedMs, 0);
  const body = statusEventBody(event);
  const history = { attempts, firstDueAt, earlier, lastError };
  return {
    ...inHand,
    accountId,
    url,
    version,
    headers: headers ?? none,
    secrets,
    body,
    ...history,
    traceparent,
  };
}

/** What decides on the receiver of an event. */
interface Addressed {
  readonly accountId: number;
  readonly stage: PlannedStage | null;
}

/** A registration: where an account has its status events sent. */
interface RegisteredRow {
  readonly accountId: number;
  readonly subjectId: number | null;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly disabled: boolean;
  /** The last registration of its account, of any sender. */
  readonly version: number;
  /** The HTTP status or error code of the last failure; null while attempts succeed. */
  readonly lastError: string | null;
  /** All that are valid now: of the registration, the newest first, then those declared for the account. */
  readonly secrets: readonly string[];
}

/** The registrations that may get events of these accounts and senders. */
async function readReceivers(pool: Pool, events: readonly Addressed[]): Promise<readonly RegisteredRow[]> {
  if (events.length === 0) return [];
  const accountIds = [...new Set(events.map(({ accountId }) => accountId))];
  const subjectIds = [...new Set(events.flatMap(({ stage }) => stage?.subjectId ?? []))];
  return (await pool.query<RegisteredRow>(registered([accountIds, subjectIds]))).rows;
}

/**
 * The receiver of an event. That of a sender wins over that of its account (ADR-0014); undefined without a
 * registration.
 */
function findReceiver(rows: readonly RegisteredRow[]): (event: Addressed) => RegisteredRow | undefined {
  const receivers = new Map(rows.map((row) => [keyOf(row.accountId, row.subjectId), row]));
  return ({ accountId, stage }) =>
    receivers.get(keyOf(accountId, stage?.subjectId ?? null)) ?? receivers.get(keyOf(accountId, null));
}

function keyOf(accountId: number, subjectId: number | null): string {
  return `${accountId} ${subjectId ?? ''}`;
}

const registered = prepared`
select
  callback.account_id as "accountId", callback.subject_id as "subjectId", callback.url, callback.headers,
  callback.disabled_at is not null as disabled, callback.last_error as "lastError",
  (select account.registrations from ${t.accounts} account where account.id = callback.account_id) as version,
  array_remove(
    array[callback.secret, case when callback.previous_until > now() then callback.previous_secret end], null
  ) || array(
    select secrets.secret from ${t.callback_secrets} secrets
    where secrets.account_id = callback.account_id and (expires_at is null or expires_at > now())
    order by created_at desc, secret
  ) as secrets
from ${t.callbacks} callback
where callback.account_id = any($1::bigint[]) and (callback.subject_id is null or callback.subject_id = any($2::integer[]))
`;

/** A status event that waits for its callback. */
interface PendingEvent extends StoredStatusEvent {
  readonly eventId: string;
  readonly accountId: number;
  readonly traceparent: string | null;
  /** The events of the same message that come before it (ADR-0037). */
  readonly earlier: readonly EarlierEvent[];
  readonly turn: number;
  readonly attempts: number;
  /** Milliseconds since its first attempt was due, on the clock of the database. */
  readonly waitedMs: number | null;
}

interface Row extends Omit<PendingEvent, 'earlier'> {
  readonly position: number | null;
  readonly lastResult: string | null;
}

/** Those of the events that are pending, by their ids, and other pending events of their messages. */
async function readPendingEvents(
  pool: Pool,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, PendingEvent>> {
  const keys = await keysOfEvents(pool, eventIds);
  if (keys.size === 0) return new Map();
  const messages = [...new Map([...keys.values()].map((key) => [key.messageId, key])).values()];
  const { rows } = await pool.query<Row>(
    pendingEvents([messages.map(({ accountId }) => accountId), messages.map(({ messageId }) => messageId)]),
  );
  const byMessage = Map.groupBy(rows, ({ messageId }) => messageId);
  return new Map(
    rows.map((row) => [
      row.eventId,
      { ...row, earlier: earlierEvents(row, byMessage.get(row.messageId) ?? []) },
    ]),
  );
}

/** Milliseconds after which an event waits for earlier ones no longer. */
const patience = 600_000;

/**
 * The events of the same message that come before this one (ADR-0037) and have not had their first attempt.
 * Events that were attempted, or put off by a back-off, wait for nothing. If the others have waited for ten
 * minutes, they wait no longer.
 */
function earlierEvents(event: Row, ofMessage: readonly Row[]): readonly EarlierEvent[] {
  if (wasTried(event) || (event.waitedMs ?? 0) >= patience) return [];
  return ofMessage
    .filter((other) => !wasTried(other) && comesBefore(other, event))
    .map(({ eventId, turn }) => ({ eventId, turn }));
}

function wasTried({ attempts, lastResult }: Row): boolean {
  return attempts > 0 || lastResult !== null;
}

/** The pending events of messages. */
const pendingEvents = prepared`
select
  event.id as "eventId", event.position, event.turn, event.status, event.reason, event.at, event.attempts,
  event.last_result as "lastResult",
  (extract(epoch from now() - event.first_due_at) * 1000)::float8 as "waitedMs",
  message.id as "messageId", message.account_id as "accountId", message.cascade_id as "cascadeId",
  message.request_id_as_sent as "requestIdAsSent", message.comment,
  plan.stages -> (event.position - 1) as stage, plan.traceparent
from unnest($1::bigint[], $2::bigint[]) as concerned (account_id, message_id)
join ${t.messages} message on message.account_id = concerned.account_id and message.id = concerned.message_id
join ${t.message_plans} plan on plan.account_id = concerned.account_id and plan.message_id = concerned.message_id
join ${t.status_events} event on event.account_id = concerned.account_id and event.message_id = concerned.message_id
where event.state = 'pending'
`;
