/** When failed callback attempts are retried. All in milliseconds. */
export interface RetrySchedule {
  /** After the first failure, after the second, and so on. */
  readonly delays: readonly number[];
  /** After every later failure. */
  readonly thenEvery: number;
  /** The time from the first attempt after which no more are made. */
  readonly giveUpAfter: number;
  /** The largest random addition to a delay, as a share of it. */
  readonly jitter: number;
}

/** ADR-0018. */
export const retrySchedule: RetrySchedule = {
  delays: [4_000, 128_000, 2_048_000],
  thenEvery: 3_600_000, // an hour
  giveUpAfter: 86_400_000, // a day
  jitter: 0.1,
};

export interface CallbackFailure {
  /** Attempts so far, including the failed one. */
  readonly attempts: number;
  /** Milliseconds since the first attempt was due. */
  readonly waitedMs: number;
  /** Retry-After of the receiver. It can only lengthen a delay. */
  readonly retryAfterMs?: number | undefined;
}

/** Milliseconds until the next attempt; undefined to give up. */
export function nextAttemptIn(
  { attempts, waitedMs, retryAfterMs = 0 }: CallbackFailure,
  { delays, thenEvery, giveUpAfter, jitter }: RetrySchedule,
  random: () => number,
): number | undefined {
  const scheduled = delays[attempts - 1] ?? thenEvery;
  // Capped at the longest regular delay: otherwise a long Retry-After would have its events given up.
  const delay = Math.max(scheduled, Math.min(retryAfterMs, thenEvery));
  if (waitedMs + delay > giveUpAfter) return undefined;
  return delay * (1 + jitter * random());
}

/**
 * Milliseconds until a stage whose gateway has not responded is tried again, after that many tries before: 1,
 * 2, 4 seconds and so on, up to a minute.
 */
export function resendDelay(tries: number): number {
  return Math.min(60, 2 ** tries) * 1_000;
}

/**
 * Milliseconds that a `Retry-After` asks for (RFC 9110, §10.2.3), by seconds or by a date in one of the three
 * forms of HTTP; undefined without either.
 */
export function readRetryAfter(header: string, now: Date): number | undefined {
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  // Date.parse makes a date of a lone number, too.
  if (!/\d\d:\d\d:\d\d/.test(header)) return undefined;
  const date = Date.parse(/(?:GMT|Z|[+-]\d\d:?\d\d)$/.test(header) ? header : `${header} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
