/** What the parts of a long text share, by which the phone joins them. */
export type ReferenceFor = (to: Recipient) => number;

interface Recipient {
  readonly address: string;
  readonly attemptId: string;
  /** Where the search for a free reference begins. */
  readonly start: number;
}

export interface ReferencesOptions {
  readonly bits: 8 | 16;
  /** How many attempts are remembered at least; 10,000 if absent, and at most twice as many. */
  readonly most?: number;
}

/** The most references of one number that are remembered: each new one is compared with all of them. */
const mostOfNumber = 1_000;

/** The references of a number by attempt, the oldest first. */
type Taken = Map<string, number>;

/**
 * References of long texts, so that no two texts under way to one number share one: of the latest attempts,
 * each has its own among those to its number. A repeated attempt has the same as before: the search
 * begins at the end of its random id. Two texts are confused only from two replicas, or around a restart, at
 * once, in equally many parts: in 1 of 256 cases with 8 bits.
 */
export function createReferences({ bits, most = 10_000 }: ReferencesOptions): ReferenceFor {
  const size = 2 ** bits;
  let young = new Map<string, Taken>();
  let old: ReadonlyMap<string, Taken> = new Map();
  let noted = 0;

  /** The references of a number, among the young. */
  function takenBy(address: string): Taken {
    const taken = young.get(address) ?? new Map(old.get(address));
    young.set(address, taken);
    return taken;
  }

  function note(taken: Taken, attemptId: string, reference: number): void {
    taken.set(attemptId, reference);
    noted += 1;
    if (noted < most) return;
    old = young;
    young = new Map();
    noted = 0;
  }

  return ({ address, attemptId, start }) => {
    const taken = takenBy(address);
    const before = taken.get(attemptId);
    if (before !== undefined) return before;
    const [oldest] = taken.keys();
    if (taken.size >= Math.min(size, mostOfNumber) && oldest !== undefined) taken.delete(oldest);
    const others = new Set(taken.values());
    let reference = start % size;
    while (others.has(reference)) reference = (reference + 1) % size;
    note(taken, attemptId, reference);
    return reference;
  };
}
