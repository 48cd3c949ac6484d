/** Places that parties share, of which each has a quota. */
export type FairShare = ReturnType<typeof createFairShare>;

/** An account, or a part of what it does, such as its calls of a gateway. */
export function partyOf(accountId: number, part = ''): string {
  return `${accountId} ${part}`;
}

/** At least 1, as long as any place is free. */
export function quarterOf(free: number): number {
  return free > 0 ? Math.max(1, Math.floor(free / 4)) : 0;
}

export interface FairShareSettings {
  /** The places taken without a grant that are not among those of the limit; 0 if absent. */
  readonly besides?: number;
  /**
   * The places of a party at most, while any are free. If absent, a quarter of what is free: the last quarter
   * of all is then left to parties that have none, so the next one finds room.
   */
  readonly ofParty?: number;
}

export function createFairShare(limit: number, { besides = 0, ofParty }: FairShareSettings = {}) {
  const counts = new Map<string, number>();
  let granted = 0;
  let taken = 0;
  const used = () => granted + Math.max(0, taken - besides);

  function spareOf(party: string): number {
    const count = counts.get(party) ?? 0;
    if (ofParty !== undefined) return Math.min(ofParty - count, limit - used());
    const first = count === 0 && used() < limit ? 1 : 0;
    return Math.max(first, quarterOf(Math.floor(limit * 0.75) - used()) - count);
  }

  function add(parties: readonly string[], by: number, isGranted: boolean): void {
    if (isGranted) granted += by;
    else taken += by;
    for (const party of parties) {
      const count = (counts.get(party) ?? 0) + by;
      if (count > 0) counts.set(party, count);
      else counts.delete(party);
    }
  }

  return {
    get used(): number {
      return used();
    },
    /** Not even a party without a place gets one. */
    get isFull(): boolean {
      return used() >= limit;
    },
    /** Whether each of these parties may take one more. */
    grants: (parties: readonly string[]) => parties.every((party) => spareOf(party) > 0),
    /** How many more each of these parties may take. */
    spare: (parties: readonly string[]) => Math.min(...parties.map(spareOf)),
    /** Takes places, one if absent, for all of these parties, granted or not. */
    take: (parties: readonly string[], places: number = 1, isGranted: boolean = true) =>
      add(parties, places, isGranted),
    give: (parties: readonly string[], places: number = 1, isGranted: boolean = true) =>
      add(parties, -places, isGranted),
    usedBy: (party: string) => counts.get(party) ?? 0,
  };
}
