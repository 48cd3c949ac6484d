import type { Outcome } from './outcome.ts';
import type { EventInHand, PendingCallback } from './pending-callback.ts';
import type { AttemptResult } from './post-callback.ts';
import { nextAttemptAt, type RetrySchedule } from './retry-schedule.ts';

/** The outcome of an attempt (ADR-0018): delivered, retried later, or given up. */
export function outcomeOf(
  callback: PendingCallback,
  attempt: AttemptResult,
  { startedAt, now }: { readonly startedAt: Date; readonly now: Date },
  { schedule, random }: { readonly schedule: RetrySchedule; readonly random: () => number },
): Outcome {
  const { accountId, url, firstDueAt: firstBefore } = callback;
  const firstDueAt = firstBefore ?? startedAt;
  const made = { ...eventOf(callback), attempted: true, result: attempt.result, firstDueAt };
  if (attempt.outcome === 'accepted') return { ...made, state: 'delivered' };
  if (attempt.outcome === 'gone') return { ...made, state: 'given-up', gone: { accountId, url } };
  const { retryAfterMs } = attempt;
  const failure = { attempts: callback.attempts + 1, firstDueAt, now, retryAfterMs };
  const again = nextAttemptAt(failure, schedule, random);
  return again === undefined ? { ...made, state: 'given-up' } : { ...made, state: 'pending', again };
}

/** Why no attempt is made now, and when the event is loaded again. */
export interface Deferral {
  readonly until: Date;
  /** The back-off of the destination puts it off. Later events of the message need not wait any longer. */
  readonly backedOff: boolean;
}

/** The result of an event that the back-off of its destination put off before its first attempt. */
const putOff = 'put-off';

/**
 * The outcome of an event that no attempt was made for: it is retried at that time, or given up if that is
 * too late.
 */
export function outcomeOfDeferral(
  callback: PendingCallback,
  { until, backedOff }: Deferral,
  now: Date,
  { giveUpAfter }: RetrySchedule,
): Outcome {
  const firstDueAt = callback.firstDueAt ?? now;
  const result = backedOff && callback.attempts === 0 ? putOff : null;
  const deferred = { ...eventOf(callback), attempted: false, result, firstDueAt };
  if (until.getTime() > firstDueAt.getTime() + giveUpAfter) return { ...deferred, state: 'given-up' };
  return { ...deferred, state: 'pending', again: until };
}

function eventOf({ job, eventId, turn }: PendingCallback): EventInHand {
  return { job, eventId, turn };
}
