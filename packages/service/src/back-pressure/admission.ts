import { type AdmissionRate, createAdmissionRate } from './admission-rate.ts';
import { fairLevel } from './fair-level.ts';

/** Admits messages at the rate at which the service does its work, in shares for the accounts. */
export interface Admission {
  /** The seconds after which a refused account should ask again; undefined if its message is admitted. */
  refusal(accountId: number): number | undefined;
  /** Takes a new measurement: how long the oldest work has been due, in seconds. */
  measured(lag: number, elapsedSeconds: number): void;
  /** The last lag, in seconds. */
  readonly lag: number;
  /** Messages a second that this replica admits; infinite while it refuses none. */
  readonly perSecond: number;
}

export interface AdmissionOptions {
  /** The lag that must not be exceeded, in seconds. */
  readonly boundSeconds: number;
  /** Milliseconds of a clock that never steps. */
  readonly now?: () => number;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** In one replica. Each replica admits its own part: what it admits, it sees done. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { boundSeconds, now = () => performance.now() } = options;
  const rate: AdmissionRate = createAdmissionRate(boundSeconds);
  let offered = new Map<number, number>();
  let buckets = new Map<number, Bucket>();
  let admitted = 0;
  let lag = 0;
  /** Messages a second of one account. */
  let level = Number.POSITIVE_INFINITY;

  /** An account may use the share of half a second at once. */
  function take(accountId: number): boolean {
    if (!Number.isFinite(level)) return true;
    const most = Math.max(level / 2, 1);
    const at = now();
    const { tokens, filledAt } = buckets.get(accountId) ?? { tokens: most, filledAt: at };
    const filled = Math.min(most, tokens + ((at - filledAt) / 1_000) * level);
    buckets.set(accountId, { tokens: filled >= 1 ? filled - 1 : filled, filledAt: at });
    return filled >= 1;
  }

  return {
    get lag() {
      return lag;
    },
    get perSecond() {
      return rate.perSecond;
    },
    refusal(accountId) {
      offered.set(accountId, (offered.get(accountId) ?? 0) + 1);
      if (!take(accountId)) return Math.max(1, Math.ceil(lag));
      admitted += 1;
      return undefined;
    },
    measured(seconds, elapsedSeconds) {
      lag = seconds;
      rate.measured(lag, admitted, elapsedSeconds);
      const wanted = [...offered.values()].map((count) => count / elapsedSeconds);
      level = Number.isFinite(rate.perSecond) ? fairLevel(wanted, rate.perSecond) : rate.perSecond;
      // Only accounts that asked since the last measurement have a share to remember.
      buckets = new Map([...buckets].filter(([accountId]) => offered.has(accountId)));
      offered = new Map();
      admitted = 0;
    },
  };
}
