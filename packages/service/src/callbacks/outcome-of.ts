import type { Outcome } from './outcome.ts';
import type { EventInHand, PendingCallback } from './pending-callback.ts';
import type { AttemptResult } from './post-callback.ts';
import { nextAttemptIn, type RetrySchedule } from './retry-schedule.ts';

/** When an attempt began and ended. */
export interface AttemptTimes {
  /** On the monotonic clock, in milliseconds. */
  readonly startedAt: number;
  readonly now: number;
  /** The beginning, on the wall clock. */
  readonly at: Date;
}

/** The outcome of an attempt (ADR-0018): delivered, retried later, or given up. */
export function outcomeOf(
  callback: PendingCallback,
  attempt: AttemptResult,
  { startedAt, now, at }: AttemptTimes,
  { schedule, random }: { readonly schedule: RetrySchedule; readonly random: () => number },
): Outcome {
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
  /** Until a replica looks into its lane again, which has no room; null if the event waits for something else. */
  readonly visitInMs: number | null;
  /** Its receiver does not answer. Later events of the message need not wait for it. */
  readonly isPaused: boolean;
}

/** The result of an event whose receiver did not answer before its first attempt. */
const putOff = 'put-off';

/** The outcome of an event that no attempt was made for: it waits in its lane, or is given up if that is too late. */
export function outcomeOfDeferral(
  callback: PendingCallback,
  { dueInMs, visitInMs, isPaused }: Deferral,
  now: number,
  { giveUpAfter }: RetrySchedule,
): Outcome {
  const { accountId, url, attempts, firstDueAt } = callback;
  const waitedMs = now - (firstDueAt ?? now);
  const result = isPaused && attempts === 0 ? putOff : null;
  const deferred = { ...eventOf(callback), attempted: false, result, waitedMs };
  const giveUpInMs = giveUpAfter - waitedMs;
  if (giveUpInMs <= 0 || dueInMs > giveUpInMs) return { ...deferred, state: 'given-up' };
  const lane = { accountId, url, visitInMs, giveUpInMs };
  return { ...deferred, state: 'pending', againInMs: dueInMs, lane };
}

function eventOf({ parcel, eventId, turn }: PendingCallback): EventInHand {
  return { parcel, eventId, turn };
}
