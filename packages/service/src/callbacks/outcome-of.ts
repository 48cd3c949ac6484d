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
  return againInMs === undefined ? { ...made, state: 'given-up' } : { ...made, state: 'pending', againInMs };
}

/** Says whether the receiver fails, if that is not known yet. */
function receiverChange({ accountId, url, lastError }: PendingCallback, { outcome, result }: AttemptResult) {
  const error = outcome === 'accepted' ? null : result;
  return error === lastError ? {} : { receiver: { accountId, url, error } };
}

/** Why no attempt is made now, and when the event is loaded again. */
export interface Deferral {
  readonly delayMs: number;
  /** It waits for its receiver to answer again. Later events of the message need not wait any longer. */
  readonly parked: boolean;
}

/** The result of an event that was parked before its first attempt. */
const putOff = 'put-off';

/**
 * The outcome of an event that no attempt was made for: it is retried at that time, or given up if that is
 * too late.
 */
export function outcomeOfDeferral(
  callback: PendingCallback,
  { delayMs, parked }: Deferral,
  now: number,
  { giveUpAfter }: RetrySchedule,
): Outcome {
  const waitedMs = now - (callback.firstDueAt ?? now);
  const result = parked && callback.attempts === 0 ? putOff : null;
  const deferred = { ...eventOf(callback), attempted: false, result, waitedMs };
  const left = giveUpAfter - waitedMs;
  if (parked && left > 0) {
    const { accountId, url } = callback;
    return {
      ...deferred,
      state: 'pending',
      againInMs: Math.min(delayMs, left),
      parkedFor: { accountId, url },
    };
  }
  if (parked || delayMs > left) return { ...deferred, state: 'given-up' };
  return { ...deferred, state: 'pending', againInMs: delayMs };
}

function eventOf({ job, eventId, turn }: PendingCallback): EventInHand {
  return { job, eventId, turn };
}
