import { nextAttemptIn, type RetrySchedule } from '@cascade/transition';
import type { LaneKey, WaitingEntry } from '../due/waiting.ts';
import type { EventInHand, PendingCallback } from './pending-callback.ts';
import type { AttemptResult } from './post-callback.ts';

/** The states of a status event, by the values of the table. */
type EventState = 'pending' | 'delivered' | 'given-up' | typeof noReceiver;

/** Kept, but not sent: no receiver is registered for it, or its account did not choose the status. */
export const noReceiver = 'nobody';

/**
 * The result of an event whose receiver was disabled before. It waits until the receiver is enabled
 * (ADR-0041).
 */
export const disabledResult = 'disabled';

/** What to record of an event. */
export interface EventOutcome extends EventInHand {
  readonly state: EventState;
  /** Whether an attempt was made. */
  readonly attempted: boolean;
  /** The HTTP status or an error code; null keeps the last one. */
  readonly result: string | null;
  /** Milliseconds since its first attempt was due. The database adds them to its own clock. */
  readonly waitedMs: number;
  /** With `pending`: the milliseconds until it is due again, likewise. */
  readonly againInMs?: number;
  /** The attempt as `status_events.tries` keeps it; absent without one. */
  readonly attempt?: string;
  /**
   * After an attempt that tells something new: the receiver, and the error of its last failure; null if it
   * succeeded.
   */
  readonly receiver?: LaneKey & { readonly error: string | null };
  /** With `pending`: the lane in which it waits. */
  readonly lane?: WaitingLane;
  /** After an answer of 410: the receiver to disable, unless it was registered after this version. */
  readonly gone?: LaneKey & { readonly version: number };
}

/** Where an event waits, in milliseconds. */
interface WaitingLane extends LaneKey, Pick<WaitingEntry, 'visitInMs' | 'giveUpInMs'> {}

/**
 * An event of which nothing is left to record: it was delivered or given up before, or deleted with its
 * message.
 */
interface AlreadyDone extends EventInHand {
  readonly state: 'already-done';
}

/** An event that its parcel need not wait for any longer. */
export type ResolvedEvent = EventOutcome | AlreadyDone;

export function isOutcome(event: ResolvedEvent): event is EventOutcome {
  return event.state !== 'already-done';
}

/** When an attempt began and ended. */
interface AttemptTimes {
  /** On the monotonic clock, in milliseconds. */
  readonly startedAt: number;
  readonly now: number;
  /** The beginning, on the wall clock. */
  readonly at: Date;
}

/** The outcome of an attempt (ADR-0018): delivered, retried later, or given up. */
export function attemptOutcome(
  callback: PendingCallback,
  attempt: AttemptResult,
  { startedAt, now, at }: AttemptTimes,
  { schedule, random }: { readonly schedule: RetrySchedule; readonly random: () => number },
): EventOutcome {
  const { accountId, url, version, firstDueAt } = callback;
  const waitedMs = now - (firstDueAt ?? startedAt);
  const made = {
    ...eventOf(callback),
    attempted: true,
    result: attempt.result,
    waitedMs,
    attempt: `${at.toISOString()} ${attempt.result} ${Math.round(now - startedAt)}`,
    ...receiverChange(callback, attempt),
  };
  if (attempt.outcome === 'accepted') return { ...made, state: 'delivered' };
  if (attempt.outcome === 'gone') return { ...made, state: 'given-up', gone: { accountId, url, version } };
  const { retryAfterMs } = attempt;
  const failure = { attempts: callback.attempts + 1, waitedMs, retryAfterMs };
  const againInMs = nextAttemptIn(failure, schedule, random);
  if (againInMs === undefined) return { ...made, state: 'given-up' };
  const giveUpInMs = schedule.giveUpAfter - waitedMs;
  return { ...made, state: 'pending', againInMs, lane: { accountId, url, visitInMs: null, giveUpInMs } };
}

/** Says whether the receiver fails, if that is not known yet. */
function receiverChange({ accountId, url, lastError }: PendingCallback, { outcome, result }: AttemptResult) {
  const error = outcome === 'accepted' ? null : result;
  return error === lastError ? {} : { receiver: { accountId, url, error } };
}

/** Why no attempt is made now. Times are in milliseconds. */
export interface Deferral {
  /** Until the event may be claimed again. */
  readonly dueInMs: number;
  /**
   * Until a replica looks into its lane again, which has no room; null if the event waits for something else.
   */
  readonly visitInMs: number | null;
  /** Its receiver does not answer. Later events of the message need not wait for it. */
  readonly isPaused: boolean;
}

/** The result of an event whose receiver did not answer before its first attempt. */
const putOff = 'put-off';

/**
 * The outcome of an event that no attempt was made for: it waits in its lane, or is given up if that is too
 * late.
 */
export function outcomeOfDeferral(
  callback: PendingCallback,
  { dueInMs, visitInMs, isPaused }: Deferral,
  now: number,
  { giveUpAfter }: RetrySchedule,
): EventOutcome {
  const { accountId, url, attempts, firstDueAt } = callback;
  const waitedMs = now - (firstDueAt ?? now);
  const result = isPaused && attempts === 0 ? putOff : null;
  const deferred = { ...eventOf(callback), attempted: false, result, waitedMs };
  const giveUpInMs = giveUpAfter - waitedMs;
  if (giveUpInMs <= 0 || dueInMs > giveUpInMs) return { ...deferred, state: 'given-up' };
  const lane = { accountId, url, visitInMs, giveUpInMs };
  return { ...deferred, state: 'pending', againInMs: dueInMs, lane };
}

function eventOf({ eventId, turn, owner, letGo }: PendingCallback): EventInHand {
  return { eventId, turn, owner, letGo };
}
