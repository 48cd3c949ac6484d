/** Which entries are meant beside what a filter asks of each. */
export interface Place {
  /** Only those with a higher number. */
  readonly after?: number;
}

/** What a mock remembers of one kind, and its callers wait for. */
export interface Journal<Entry, Filter extends Place> {
  add(entry: Omit<Entry, 'number'>): void;
  /** Those that match, the newest last. */
  list(filter: Filter): readonly Entry[];
  /**
   * Resolves when `atLeast` match, the seconds have passed, the caller has left or the mock stops, and with
   * `after` at a reset, since numbers may begin anew; `false` at once if too many wait.
   */
  wait(filter: Filter, atLeast: number, seconds: number, left: AbortSignal | undefined): Promise<boolean>;
  /** Forgets all, and counts from 1 again; or forgets those of an account. */
  reset(account?: string): void;
  /** How many resets there were. */
  resets(): number;
  /** Ends all waiting. */
  stop(): void;
}

interface Numbered {
  readonly number: number;
  readonly account: string | null;
}

const mostKept = 1_000;
const mostWaiting = 1_000;

interface Waiting<Filter> {
  readonly filter: Filter;
  readonly atLeast: number;
  end(): void;
}

/** Remembers the last 1,000. */
export function createJournal<Entry extends Numbered, Filter extends Place>(
  matches: (entry: Entry, filter: Filter) => boolean,
): Journal<Entry, Filter> {
  let kept: Entry[] = [];
  let last = 0;
  let resets = 0;
  const waiting = new Set<Waiting<Filter>>();
  const isMeant = (entry: Entry, filter: Filter) =>
    entry.number > (filter.after ?? 0) && matches(entry, filter);
  const list = (filter: Filter) => kept.filter((entry) => isMeant(entry, filter));
  return {
    add(entry) {
      last += 1;
      const numbered = { number: last, ...entry } as Entry;
      kept.push(numbered);
      if (kept.length > mostKept) kept.shift();
      for (const one of waiting)
        if (isMeant(numbered, one.filter) && list(one.filter).length >= one.atLeast) one.end();
    },
    list,
    async wait(filter, atLeast, seconds, left) {
      if (list(filter).length >= atLeast) return true;
      if (waiting.size >= mostWaiting) return false;
      if (left?.aborted) return true;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => one.end(), seconds * 1_000);
        const one: Waiting<Filter> = {
          filter,
          atLeast,
          end() {
            clearTimeout(timer);
            waiting.delete(one);
            resolve();
          },
        };
        waiting.add(one);
        left?.addEventListener('abort', one.end);
      });
      return true;
    },
    reset(account) {
      kept = account === undefined ? [] : kept.filter((entry) => entry.account !== account);
      if (account === undefined) last = 0;
      resets += 1;
      for (const one of waiting) if (one.filter.after !== undefined) one.end();
    },
    resets: () => resets,
    stop() {
      for (const one of waiting) one.end();
    },
  };
}
