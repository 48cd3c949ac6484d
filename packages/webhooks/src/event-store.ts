/**
 * Remembers which events were handled, by their ids, so that a repeated callback (ADR-0018) does nothing.
 * An event is *claimed* while it is handled. Claims expire, so that an event whose receiver crashed is
 * handled when the sender repeats it.
 */
export interface EventStore {
  /** Of several concurrent claims, at most one may be `new`. */
  claim(id: string): Promise<Claim>;
}

export type Claim =
  /** Not handled yet: handle it, then commit; release it if that fails. */
  | { readonly state: 'new'; commit(): Promise<void>; release(): Promise<void> }
  /** Already handled. */
  | { readonly state: 'seen' }
  /** Another claim is handling it, with an unknown result. */
  | { readonly state: 'busy' };

/** Longest id in characters: limits what a store has to keep for each event. */
export const longestId = 255;

/** Lifetime of a claim; longer than the sender waits for an answer (15 s, ADR-0018). */
export const defaultClaimSeconds = 60;

/** How long ids are kept: longer than the sender repeats an event, which is a day (ADR-0018). */
export const defaultKeepSeconds = 2 * 86_400; // two days

export interface MemoryStoreOptions {
  /** With more, the oldest ids are dropped; 50,000 if absent. */
  readonly maxEntries?: number;
  /** Two days if absent. */
  readonly keepInSeconds?: number;
  /** A minute if absent. */
  readonly claimInSeconds?: number;
  readonly now?: () => Date;
}

interface Entry {
  readonly state: 'seen' | 'busy';
  readonly until: number;
}

/**
 * A store for one process, bounded in number and time: dropped ids, and ids of other processes, are new to
 * it.
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): EventStore {
  const { maxEntries = 50_000, now = () => new Date() } = options;
  const { keepInSeconds = defaultKeepSeconds, claimInSeconds = defaultClaimSeconds } = options;
  const entries = new Map<string, Entry>();

  function put(id: string, state: Entry['state'], seconds: number): Entry {
    const entry = { state, until: now().getTime() + seconds * 1000 };
    // Deleted first, so that the map stays ordered by age.
    entries.delete(id);
    entries.set(id, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break;
      entries.delete(oldest);
    }
    return entry;
  }

  return {
    async claim(id) {
      const known = entries.get(id);
      if (known !== undefined && known.until > now().getTime()) return { state: known.state };
      const claimed = put(id, 'busy', claimInSeconds);
      return {
        state: 'new',
        // Also after the claim has expired: the event is handled.
        commit: async () => void put(id, 'seen', keepInSeconds),
        async release() {
          if (entries.get(id) === claimed) entries.delete(id);
        },
      };
    },
  };
}
