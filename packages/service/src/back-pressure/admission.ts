import { createSharedBuckets } from '../sharing/token-bucket.ts';

/** Admits messages at the rate at which the service does its work, in shares for the accounts. */
export type Admission = ReturnType<typeof createAdmission>;

interface AdmissionOptions {
  /** The lag that must not be exceeded, in seconds. */
  readonly boundSeconds: number;
  /** Milliseconds of a clock that never steps. */
  readonly now?: () => number;
}

/** In one replica. Each replica admits its own part: what it admits, it sees done. */
export function createAdmission({ boundSeconds, now }: AdmissionOptions) {
  const rate: AdmissionRate = createAdmissionRate(boundSeconds);
  const accounts = createSharedBuckets<number>(now);
  let admitted = 0;
  let lag = 0;
  return {
    /** The last lag, in seconds. */
    get lag(): number {
      return lag;
    },
    /** Messages a second that this replica admits; infinite while it refuses none. */
    get perSecond(): number {
      return rate.perSecond;
    },
    /** The seconds after which a refused account should ask again; undefined if its message is admitted. */
    refusal(accountId: number): number | undefined {
      if (!accounts.passes(accountId)) return Math.max(1, Math.ceil(lag));
      admitted += 1;
      return undefined;
    },
    /** Takes a new measurement: how long the oldest work has been due, in seconds. */
    measured(seconds: number, elapsedSeconds: number): void {
      lag = seconds;
      rate.measured(lag, admitted, elapsedSeconds);
      accounts.divide(rate.perSecond, elapsedSeconds);
      admitted = 0;
    },
  };
}

/** How many messages a second may be admitted. */
type AdmissionRate = ReturnType<typeof createAdmissionRate>;

/** Below this lag the service is not saturated, and what it does says nothing about what it could do. */
const idleLag = 0.25; // seconds

/** Messages. If fewer wait, something has stalled, and to refuse others would not help. */
const smallBacklog = 200;

/** Messages a second that always pass, so that the capacity shows. */
const lowestRate = 20;

/**
 * Of the bound, the wait that a burst may cause before anything is refused, and the wait while an overload
 * lasts.
 */
const tolerated = 0.5;
const settled = 0.1;

/** Seconds in which a longer wait than that is worked off, or a shorter one is filled up. */
const correctionTime = 3;

/**
 * Of the rate, what is admitted at least and at most: a longer wait must not keep out accounts that send
 * little.
 */
const fewest = 0.25;
const most = 1.5;

/** Weight of a new measurement of the capacity. */
const newness = 0.3;

/**
 * Limits admission so that a burst is accepted whole, while a lasting overload does not queue: a backlog that
 * never ends makes nothing faster, and accepting it took the processor from the work. The age of the oldest
 * work says what has been done: everything that was admitted before. So it gives the capacity, the backlog,
 * and the wait of what is admitted now, while the age itself tells of the past only.
 *
 * With hysteresis: nothing is refused until the wait exceeds what is tolerated; then the rate follows the
 * capacity, and is lifted once the lag has been small and all of the load admitted for a while.
 */
function createAdmissionRate(boundSeconds: number) {
  const longest = boundSeconds * tolerated;
  const target = boundSeconds * settled;
  const history = createHistory(2 * boundSeconds + 60);
  let perSecond = Number.POSITIVE_INFINITY;
  let capacity: number | undefined;
  let doneBefore = 0;
  let calmSeconds = 0;

  function learn(done: number, isSaturated: boolean): void {
    if (capacity === undefined) capacity = done;
    else if (isSaturated) capacity += newness * (done - capacity);
    else capacity = Math.max(capacity, done);
  }

  return {
    /** Messages a second; infinite while nothing needs to be refused. */
    get perSecond(): number {
      return perSecond;
    },
    /**
     * Takes a measurement of the lag: how long the oldest work has been due, in seconds.
     *
     * @param admitted Messages that were admitted since the last measurement.
     */
    measured(lag: number, admitted: number, elapsedSeconds: number): void {
      history.add(elapsedSeconds, admitted);
      const done = history.totalBefore(lag);
      const isSaturated = lag > idleLag;
      learn(Math.max(0, done - doneBefore) / elapsedSeconds, isSaturated);
      doneBefore = Math.max(doneBefore, done);
      const isRefusing = Number.isFinite(perSecond);
      const rate = Math.max(capacity ?? 0, lowestRate);
      const backlog = isSaturated ? history.total - done : 0;
      const wait = backlog / rate;
      calmSeconds =
        lag < longest / 2 && admitted < perSecond * elapsedSeconds * 0.9 ? calmSeconds + elapsedSeconds : 0;
      if (!isRefusing && (wait < longest || backlog < smallBacklog)) return;
      if (isRefusing && calmSeconds >= boundSeconds) perSecond = Number.POSITIVE_INFINITY;
      else {
        const part = Math.max(fewest, Math.min(1 + (target - wait) / correctionTime, most));
        perSecond = Math.max(lowestRate, rate * part);
      }
    },
  };
}

/** What was admitted, by age. */
function createHistory(longestSeconds: number) {
  const steps: { readonly seconds: number; readonly admitted: number }[] = [];
  let total = 0;
  return {
    get total() {
      return total;
    },
    add(seconds: number, admitted: number) {
      total += admitted;
      steps.push({ seconds, admitted });
      let kept = steps.reduce((sum, step) => sum + step.seconds, 0);
      while (steps.length > 1 && kept > longestSeconds) kept -= steps.shift()?.seconds ?? 0;
    },
    /** What was admitted until `age` seconds ago. */
    totalBefore(age: number): number {
      let left = age;
      let later = 0;
      for (const { seconds, admitted } of steps.toReversed()) {
        if (left <= 0) break;
        later += admitted * Math.min(left / seconds, 1);
        left -= seconds;
      }
      return total - later;
    },
  };
}
