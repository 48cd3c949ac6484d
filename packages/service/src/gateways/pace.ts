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
 */
export class Pace {
  readonly #most: number;
  readonly #taken = new LastSecond();
  /** The rate at `since`, from which on it grows. */
  #learned = Number.POSITIVE_INFINITY;
  #since = 0;
  /** When the gateway last asked for less. What began before says nothing about the rate since. */
  #loweredAt = Number.NEGATIVE_INFINITY;
  /** It took nothing in the second before it refused: each request that it takes doubles the rate. */
  #isSearching = false;
  /** It has asked for less once: the rate at that time was a guess, and may be far too low. */
  #isFirst = true;
  #nextAt = Number.NEGATIVE_INFINITY;
  /** By our own judgement, and at the gateway's request. */
  #heldUntil = Number.NEGATIVE_INFINITY;
  #askedUntil = Number.NEGATIVE_INFINITY;

  /** @param most Requests a second; no limit if absent. */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** Requests a second; infinite while the gateway takes all. */
  rate(now: number): number {
    return Math.min(this.#most, this.#learnedAt(now));
  }

  /** When the next request may begin. */
  get readyAt(): number {
    return Math.max(this.#nextAt, this.#heldUntil, this.#askedUntil);
  }

  started(now: number): void {
    const rate = this.rate(now);
    if (Number.isFinite(rate)) this.#nextAt = Math.max(this.#nextAt, now - slackMs) + 1_000 / rate;
  }

  /** The gateway has taken a request. */
  took(startedAt: number, now: number): void {
    this.#taken.add(now);
    if (startedAt > this.#loweredAt) {
      if (this.#isSearching) this.#learn(this.rate(now) * 2, now);
      return;
    }
    // Of the same burst as a refusal that came first.
    if (now - this.#loweredAt > 1_000) return;
    const recent = this.#taken.count(now) * caution;
    if (this.#isSearching || recent > this.#learned) this.#learn(Math.max(this.#learned, recent), now);
    if (this.#isSearching) this.#holdForOldest(now);
    this.#isSearching = false;
  }

  /** The gateway has refused a request, since it wants fewer: none for that time, if it says so. */
  slowDown(startedAt: number, now: number, afterMs?: number): void {
    if (afterMs !== undefined)
      this.#askedUntil = Math.max(this.#askedUntil, now + Math.min(afterMs, longestHoldMs));
    if (startedAt > this.#loweredAt) this.#lower(now);
  }

  #learnedAt(now: number): number {
    const grown = this.#learned * growth(now - Math.max(this.#since, this.#askedUntil), this.#isFirst);
    return grown > unlimited ? Number.POSITIVE_INFINITY : grown;
  }

  #learn(rate: number, now: number): void {
    this.#learned = Math.max(slowest, rate);
    this.#since = now;
  }

  #lower(now: number): void {
    const before = this.rate(now);
    const recent = this.#taken.count(now);
    this.#isFirst = this.#learnedAt(now) === Number.POSITIVE_INFINITY;
    this.#isSearching = recent === 0;
    this.#loweredAt = now;
    if (this.#isSearching) this.#learn(Math.min(before, 2) / 2, now);
    else this.#learn(recent < before / 2 ? recent * caution : before * step, now);
    if (this.#isSearching) this.#heldUntil = now + 1_000 / this.#learned;
    else this.#holdForOldest(now);
  }

  /** Until a second after the oldest request that was taken within the last one. */
  #holdForOldest(now: number): void {
    this.#heldUntil = (this.#taken.oldest(now) ?? now) + 1_000;
  }
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
class LastSecond {
  readonly #times: number[] = [];
  #first = 0;

  add(now: number): void {
    this.#drop(now);
    this.#times.push(now);
  }

  count(now: number): number {
    this.#drop(now);
    return this.#times.length - this.#first;
  }

  oldest(now: number): number | undefined {
    this.#drop(now);
    return this.#times[this.#first];
  }

  #drop(now: number): void {
    while ((this.#times[this.#first] ?? now) <= now - 1_000) this.#first += 1;
    if (this.#first <= 1_000) return;
    this.#times.splice(0, this.#first);
    this.#first = 0;
  }
}
