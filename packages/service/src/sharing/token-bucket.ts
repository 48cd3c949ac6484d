interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * Lets each party pass at a rate, in this process: so rates multiply with the replicas.
 *
 * @param now Milliseconds of a clock that never steps.
 */
export function createTokenBuckets<Party>(now: () => number = () => performance.now()) {
  const buckets = new Map<Party, Bucket>();
  return {
    /**
     * Takes a token if one is left. Tokens come at the rate, per second, until there are as many as the
     * burst.
     */
    passes(
      party: Party,
      { perSecond, burst }: { readonly perSecond: number; readonly burst: number },
    ): boolean {
      const at = now();
      const { tokens, filledAt } = buckets.get(party) ?? { tokens: burst, filledAt: at };
      const filled = Math.min(burst, tokens + ((at - filledAt) / 1_000) * perSecond);
      const passes = filled >= 1;
      buckets.set(party, { tokens: passes ? filled - 1 : filled, filledAt: at });
      return passes;
    },
    /** Forgets the other parties. */
    keep(parties: { has(party: Party): boolean }): void {
      for (const party of buckets.keys()) if (!parties.has(party)) buckets.delete(party);
    },
  };
}

/**
 * Token buckets whose rate is not set for each party, but for all together.
 *
 * @param now Milliseconds of a clock that never steps.
 */
export function createSharedBuckets<Party>(now?: () => number) {
  const buckets = createTokenBuckets<Party>(now);
  let asked = new Map<Party, number>();
  let level = Number.POSITIVE_INFINITY;
  return {
    /** Takes a token of the party if one is left. It may use the tokens of half a second at once. */
    passes(party: Party): boolean {
      asked.set(party, (asked.get(party) ?? 0) + 1);
      if (!Number.isFinite(level)) return true;
      return buckets.passes(party, { perSecond: level, burst: Math.max(level / 2, 1) });
    },
    /**
     * Divides a rate, per second, until the next call, by what each party has asked for since the last one.
     * Every party passes until the first call, and while the rate is infinite.
     */
    divide(perSecond: number, elapsedSeconds: number): void {
      const wanted = [...asked.values()].map((count) => count / elapsedSeconds);
      level = fairLevel(wanted, perSecond);
      // Only parties that asked since the last call have tokens to remember.
      buckets.keep(asked);
      asked = new Map();
    },
  };
}

/**
 * The rate that each party may have at most, so that all together have the total: max-min fairness. Parties
 * that want less than the level get all that they want, and leave the rest to the others.
 */
export function fairLevel(wanted: readonly number[], total: number): number {
  let left = total;
  for (const [index, rate] of wanted.toSorted((a, b) => a - b).entries()) {
    const equal = left / (wanted.length - index);
    if (rate > equal) return equal;
    left -= rate;
  }
  return total;
}
