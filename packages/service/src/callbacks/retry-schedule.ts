/** When a callback attempt that failed is made again. All in milliseconds. */
export interface RetrySchedule {
  /** After the first failure, after the second, and so on. */
  readonly delays: readonly number[];
  /** After all others. */
  readonly thenEvery: number;
  /** Counted from the first attempt; none is made later. */
  readonly giveUpAfter: number;
  /** The random part that is added to a delay, as a share of it at most. */
  readonly jitter: number;
}

/** ADR-0018. */
export const retrySchedule: RetrySchedule = {
  delays: [4_000, 128_000, 2_048_000],
  thenEvery: 3_600_000, // an hour
  giveUpAfter: 86_400_000, // a day
  jitter: 0.1,
};

export interface Failure {
  /** Attempts made so far, the one that just failed among them. */
  readonly attempts: number;
  readonly firstDueAt: Date;
  readonly now: Date;
  /** What the receiver asked for with Retry-After: it delays, and does not hasten. */
  readonly retryAfterMs?: number | undefined;
}

/** When to try again, or nothing when it is time to give up. */
export function nextAttemptAt(
  { attempts, firstDueAt, now, retryAfterMs = 0 }: Failure,
  { delays, thenEvery, giveUpAfter, jitter }: RetrySchedule,
  random: () => number,
): Date | undefined {
  const scheduled = delays[attempts - 1] ?? thenEvery;
  // A receiver that asks for more than the longest pause would ask for its events to be given up.
  const delay = Math.max(scheduled, Math.min(retryAfterMs, thenEvery));
  if (now.getTime() + delay > firstDueAt.getTime() + giveUpAfter) return undefined;
  return new Date(now.getTime() + delay * (1 + jitter * random()));
}
