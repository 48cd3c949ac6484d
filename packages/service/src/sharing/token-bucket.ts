/** Lets each party pass at a rate, in this process: so rates multiply with the replicas. */
export interface TokenBuckets<Party> {
  /** Takes a token if one is left. Tokens come at the rate, per second, until there are as many as the burst. */
  passes(party: Party, limit: { readonly perSecond: number; readonly burst: number }): boolean;
  /** Forgets the other parties. */
  keep(parties: { has(party: Party): boolean }): void;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** @param now Milliseconds of a clock that never steps. */
export function createTokenBuckets<Party>(now: () => number = () => performance.now()): TokenBuckets<Party> {
  const buckets = new Map<Party, Bucket>();
  return {
    passes(party, { perSecond, burst }) {
      const at = now();
      const { tokens, filledAt } = buckets.get(party) ?? { tokens: burst, filledAt: at };
      const filled = Math.min(burst, tokens + ((at - filledAt) / 1_000) * perSecond);
      const passes = filled >= 1;
      buckets.set(party, { tokens: passes ? filled - 1 : filled, filledAt: at });
      return passes;
    },
    keep(parties) {
      for (const party of buckets.keys()) if (!parties.has(party)) buckets.delete(party);
    },
  };
}
