/** Keeps part of the processor free for other accounts while there are others. */
export interface Pace<Party> {
  /** The party has worked for this many milliseconds, from this time on. */
  worked(party: Party, at: number, milliseconds: number): void;
  /** Milliseconds until the party may work again; 0 if it may now. */
  rest(party: Party, at: number): number;
}

/** A party works for at most this part of the time while another one works, too. */
const part = 1 / 3;
/** Milliseconds of work in advance: short work is not stopped at each piece. */
const burst = 4;
/** Milliseconds for which a party that worked is expected back. */
const memory = 1_000;

/**
 * A request needs several turns of the event loop, and each turn takes as long as the work of others in it. So an account
 * rests for twice as long as it worked, if any other has worked within the last second. An account alone never rests.
 */
export function createPace<Party>(): Pace<Party> {
  /** When the work of a party so far would have ended at its part of the time. */
  const until = new Map<Party, number>();
  /** Who worked last, and who before it. */
  let last: { readonly party: Party; at: number } | undefined;
  let before: { readonly party: Party; at: number } | undefined;

  function isAlone(party: Party, at: number): boolean {
    const other = last?.party === party ? before : last;
    return other === undefined || other.at + memory < at;
  }

  function forget(at: number): void {
    for (const [party, end] of until) if (end <= at) until.delete(party);
  }

  return {
    worked(party, at, milliseconds) {
      if (last?.party !== party) before = last;
      last = { party, at };
      forget(at);
      // Work while alone is not held against it later: the rest after one piece is enough.
      const from = isAlone(party, at) ? at : Math.max(until.get(party) ?? at, at);
      until.set(party, from + milliseconds / part);
    },
    rest(party, at) {
      const end = until.get(party);
      if (end === undefined || isAlone(party, at)) return 0;
      return Math.max(0, end - burst / part - at);
    },
  };
}
