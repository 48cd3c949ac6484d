/** Limits each account to N requests per second, with bursts of N. */
export interface RateLimit {
  /** Takes a token if one is left; `null` means no limit. */
  passes(accountId: number, requestsPerSecond: number | null): boolean;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Keeps a token bucket per account in this process, so the rate multiplies with the replicas. */
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
