import { defaultClaimSeconds, defaultKeepSeconds, type EventStore } from './event-store.ts';

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
