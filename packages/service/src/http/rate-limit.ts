/** Lets so many requests a second pass for each account, and as many at once. */
export interface RateLimit {
  /** Whether one more may pass; `null` is no limit. */
  passes(accountId: number, requestsPerSecond: number | null): boolean;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** A token bucket for each account of this process; several replicas let pass that many times as much. */
export function createRateLimit(now: () => number = () => performance.now()): RateLimit {
  const buckets = new Map<number, Bucket>();
  return {
    passes(accountId, requestsPerSecond) {
      if (requestsPerSecond === null) return true;
      const at = now();
      const { tokens, filledAt } = buckets.get(accountId) ?? { tokens: requestsPerSecond, filledAt: at };
      const refilled = Math.min(requestsPerSecond, tokens + ((at - filledAt) / 1_000) * requestsPerSecond);
      const passes = refilled >= 1;
      buckets.set(accountId, { tokens: passes ? refilled - 1 : refilled, filledAt: at });
      return passes;
    },
  };
}
