/** Work of an account that waits for the processor. */
export interface Work<Result> {
  readonly accountId: number;
  /** Long work of an account runs one after the other, each until its result is there: e.g. until it is committed. */
  readonly isLong: boolean;
  /** Work that is no longer wanted is skipped: its client has disconnected. */
  isWanted(): boolean;
  run(): Result | Promise<Result>;
}

/** Shares the processor between accounts. */
export interface ProcessorShare {
  /**
   * Resolves to the result of the work, once it was the account's turn; to nothing if it was skipped, or if too much
   * work of the account is waiting already.
   */
  take<Result>(work: Work<Result>): Promise<Result | 'skipped' | 'refused'>;
}

export interface ProcessorShareOptions {
  /** The most work of one account that waits; 1,000 if absent. */
  readonly queueLimit?: number;
  /** Milliseconds of work before the event loop may read and write again; 2 if absent. */
  readonly slice?: number;
  /** Milliseconds of a clock that never steps. */
  readonly now?: () => number;
  /** Calls back when the event loop has read and written. */
  readonly afterTurn?: (callback: () => void) => void;
}

interface Waiting {
  readonly isLong: boolean;
  start(): Promise<unknown> | undefined;
}

/** An account with work. */
interface Party {
  readonly queue: Waiting[];
  /** The processor time that its work took, in milliseconds, on the scale of `served`. */
  used: number;
  longIsRunning: boolean;
}

/**
 * Start-time fair queuing over measured processor time: next is the account that has used the least. An account that
 * was idle starts at the level of those that wait, so it cannot save time up. Costly work of one account delays
 * others by one piece of it.
 */
export function createProcessorShare(options: ProcessorShareOptions = {}): ProcessorShare {
  const { queueLimit = 1_000, slice = 2, now = () => performance.now(), afterTurn = setImmediate } = options;
  const parties = new Map<number, Party>();
  /** The time used by the account that was served last. */
  let served = 0;
  let isScheduled = false;

  function wake(): void {
    if (isScheduled) return;
    isScheduled = true;
    afterTurn(serve);
  }

  function serve(): void {
    isScheduled = false;
    const end = now() + slice;
    do {
      const party = next(parties.values());
      if (party === undefined) break;
      serveOne(party);
    } while (now() < end);
    forgetIdle();
    if (next(parties.values()) !== undefined) wake();
  }

  function serveOne(party: Party): void {
    const work = party.queue.shift();
    if (work === undefined) return;
    served = party.used;
    const begin = now();
    const result = work.start();
    party.used += now() - begin;
    if (!work.isLong || result === undefined) return;
    party.longIsRunning = true;
    void result.finally(() => {
      party.longIsRunning = false;
      wake();
    });
  }

  /** Remembers an idle account while it has used more than those that are served. */
  function forgetIdle(): void {
    const allIdle = [...parties.values()].every(isIdle);
    for (const [accountId, party] of parties)
      if (isIdle(party) && (allIdle || party.used <= served)) parties.delete(accountId);
  }

  function partyOf(accountId: number): Party {
    const known = parties.get(accountId);
    if (known !== undefined) return known;
    const party = { queue: [], used: served, longIsRunning: false };
    parties.set(accountId, party);
    return party;
  }

  return {
    take<Result>(work: Work<Result>) {
      const party = partyOf(work.accountId);
      if (party.queue.length >= queueLimit) return Promise.resolve('refused');
      if (isIdle(party)) party.used = Math.max(party.used, served);
      wake();
      return new Promise<Result | 'skipped' | 'refused'>((resolve, reject) => {
        const start = () => {
          if (!work.isWanted()) {
            resolve('skipped');
            return undefined;
          }
          const result = (async () => work.run())();
          result.then(resolve, reject);
          return result.then(ignore, ignore);
        };
        party.queue.push({ isLong: work.isLong, start });
      });
    },
  };
}

function isIdle({ queue, longIsRunning }: Party): boolean {
  return queue.length === 0 && !longIsRunning;
}

/** The account with work to do that has used the least. */
function next(parties: Iterable<Party>): Party | undefined {
  let least: Party | undefined;
  for (const party of parties) {
    const [first] = party.queue;
    if (first === undefined || (first.isLong && party.longIsRunning)) continue;
    if (least === undefined || party.used < least.used) least = party;
  }
  return least;
}

function ignore(): void {}
