/** Of the rate that was taken when the gateway asked for less: below it, no second has one too many. */
const caution = 0.95;
/** Of the rate before a further refusal. */
const step = 0.93;
/** The lowest rate per second: a gateway that refuses everything is asked every five seconds. */
const slowest = 0.2;
/** Per second; beyond it, a learned rate is none. */
const unlimited = 10_000;
/** The longest that a gateway may ask us to wait: afterwards a single request finds out. */
const longestHoldMs = 300_000;
/** A timer that is late by less is caught up on, so that the rate is reached. */
const slackMs = 20;

/**
 * How often a gateway is asked: at the rate that is set, or at the rate that its refusals teach. Times are
 * milliseconds of a clock that no one sets.
 * @param most Requests a second; no limit if absent.
 */
export function createPace(most = Number.POSITIVE_INFINITY) {
  const taken = createLastSecond();
  /** The rate at `since`, from which on it grows. */
  let learned = Number.POSITIVE_INFINITY;
  let since = 0;
  /** When the gateway last asked for less. What began before says nothing about the rate since. */
  let loweredAt = Number.NEGATIVE_INFINITY;
  /** It took nothing in the second before it refused: each request that it takes doubles the rate. */
  let isSearching = false;
  /** It has asked for less once: the rate at that time was a guess, and may be far too low. */
  let isFirst = true;
  let nextAt = Number.NEGATIVE_INFINITY;
  /** By our own judgement, and at the gateway's request. */
  let heldUntil = Number.NEGATIVE_INFINITY;
  let askedUntil = Number.NEGATIVE_INFINITY;

  function learnedAt(now: number): number {
    const grown = learned * growth(now - Math.max(since, askedUntil), isFirst);
    return grown > unlimited ? Number.POSITIVE_INFINITY : grown;
  }

  function rateAt(now: number): number {
    return Math.min(most, learnedAt(now));
  }

  function learn(rate: number, now: number): void {
    learned = Math.max(slowest, rate);
    since = now;
  }

  function lower(now: number): void {
    const before = rateAt(now);
    const recent = taken.count(now);
    isFirst = learnedAt(now) === Number.POSITIVE_INFINITY;
    isSearching = recent === 0;
    loweredAt = now;
    if (isSearching) learn(Math.min(before, 2) / 2, now);
    else learn(recent < before / 2 ? recent * caution : before * step, now);
    heldUntil = isSearching ? now + 1_000 / learned : (taken.oldest(now) ?? now) + 1_000;
  }

  return {
    /** Requests a second; infinite while the gateway takes all. */
    rate: rateAt,
    /** When the next request may begin. */
    readyAt: (): number => Math.max(nextAt, heldUntil, askedUntil),
    started(now: number): void {
      const rate = rateAt(now);
      if (Number.isFinite(rate)) nextAt = Math.max(nextAt, now - slackMs) + 1_000 / rate;
    },
    /** The gateway has taken a request. */
    took(startedAt: number, now: number): void {
      taken.add(now);
      if (startedAt > loweredAt) {
        if (isSearching) learn(rateAt(now) * 2, now);
        return;
      }
      // Of the same burst as a refusal that came first.
      if (now - loweredAt > 1_000) return;
      const recent = taken.count(now) * caution;
      if (isSearching || recent > learned) learn(Math.max(learned, recent), now);
      if (isSearching) heldUntil = (taken.oldest(now) ?? now) + 1_000;
      isSearching = false;
    },
    /** The gateway has refused a request, since it wants fewer: none for that time, if it says so. */
    slowDown(startedAt: number, now: number, afterMs?: number): void {
      if (afterMs !== undefined) askedUntil = Math.max(askedUntil, now + Math.min(afterMs, longestHoldMs));
      if (startedAt > loweredAt) lower(now);
    },
  };
}

/**
 * By how much a learned rate grows until milliseconds after a refusal: slowly at first, since the limit is
 * near, then ever faster, since it may be gone: by 4 % after 5 seconds, 11 % after 10, and to 10 times after
 * half a minute; twice as fast after the first refusal.
 */
function growth(milliseconds: number, isFirst: boolean): number {
  const doubling = isFirst ? 2_500 : 5_000;
  return milliseconds <= 0 ? 1 : Math.exp(0.036 * (2 ** (milliseconds / doubling) - 1));
}

/** Counts what happened within the last second. */
function createLastSecond() {
  const times: number[] = [];
  let first = 0;

  function drop(now: number): void {
    while ((times[first] ?? now) <= now - 1_000) first += 1;
    if (first <= 1_000) return;
    times.splice(0, first);
    first = 0;
  }

  return {
    add(now: number): void {
      drop(now);
      times.push(now);
    },
    count(now: number): number {
      drop(now);
      return times.length - first;
    },
    oldest(now: number): number | undefined {
      drop(now);
      return times[first];
    },
  };
}
