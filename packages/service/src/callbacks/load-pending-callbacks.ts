import type { Pool } from 'pg';
import type { Parcel } from '../due/parcels.ts';
import type { FreshEvent } from './fresh-events.ts';
import { loadReceivers, type Receiver } from './load-receivers.ts';
import { disabledResult, noReceiver, type ResolvedEvent } from './outcome.ts';
import type { EventInHand, PendingCallback } from './pending-callback.ts';
import { type PendingEvent, readPendingEvents } from './read-pending-events.ts';
import { statusEventBody } from './status-event-body.ts';

/** The events of parcels, by what to do with them. */
export interface LoadedEvents {
  readonly callbacks: readonly PendingCallback[];
  /** No attempt is made of these, and later events of their messages need not wait for one. */
  readonly ended: readonly ResolvedEvent[];
  /** Pending, but in a later turn: another entry is for that. */
  readonly passed: readonly ResolvedEvent[];
}

export interface LoadOptions {
  /** The monotonic clock. */
  readonly now: number;
  /** An event that need not be read, because this process wrote it and no replica has held it since. */
  takeFresh(parcel: Parcel, eventId: string): FreshEvent | undefined;
}

/** Loads the events of parcels, and the receivers that are registered for them now. */
export async function loadPendingCallbacks(
  pool: Pool,
  parcels: readonly Parcel[],
  { now, takeFresh }: LoadOptions,
): Promise<LoadedEvents> {
  const wanted = parcels.flatMap((parcel) =>
    parcel.entries.map((entry) => ({ parcel, ...entry, fresh: takeFresh(parcel, entry.eventId) })),
  );
  const unknown = wanted.flatMap(({ eventId, fresh }) => (fresh === undefined ? [eventId] : []));
  const read = await readPendingEvents(pool, unknown);
  const found = wanted.map(({ parcel, eventId, turn, fresh }) => ({
    hand: { parcel, eventId },
    turn,
    event: fresh === undefined ? read.get(eventId) : { ...fresh, ...untouched },
  }));
  const receiverOf = await loadReceivers(
    pool,
    found.flatMap(({ event }) => event ?? []),
  );
  const callbacks: PendingCallback[] = [];
  const ended: ResolvedEvent[] = [];
  const passed: ResolvedEvent[] = [];
  for (const { hand, turn, event } of found) {
    const inHand = { ...hand, turn: event?.turn ?? 0 };
    const receiver = event && receiverOf(event);
    // Delivered or given up before, or deleted with its message.
    if (event === undefined) ended.push({ ...inHand, state: 'already-done' });
    else if (turn !== null && turn !== event.turn) passed.push({ ...inHand, state: 'already-done' });
    else if (receiver === undefined) ended.push({ ...inHand, ...unattempted, state: noReceiver });
    else if (receiver.disabled)
      ended.push({ ...inHand, ...unattempted, state: 'given-up', result: disabledResult });
    else callbacks.push(toPending(inHand, event, receiver, now));
  }
  return { callbacks, ended, passed };
}

const unattempted = { attempted: false, result: null, waitedMs: 0 };

/** Of an event that no replica has held yet. */
const untouched = { turn: 0, attempts: 0, waitedMs: null };

function toPending(
  inHand: EventInHand,
  event: PendingEvent,
  receiver: Receiver,
  now: number,
): PendingCallback {
  const { accountId, attempts, waitedMs, traceparent, earlier } = event;
  const { url, headers, secrets, lastError, version } = receiver;
  // Negative if the clock of the database was set back.
  const firstDueAt = waitedMs === null ? null : now - Math.max(waitedMs, 0);
  const body = statusEventBody(event);
  const history = { attempts, firstDueAt, earlier, lastError };
  return { ...inHand, accountId, url, version, headers, secrets, body, ...history, traceparent };
}
