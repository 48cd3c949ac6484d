/** Work of a party that waits for the processor. */
interface Work<Result> {
  readonly partyId: PartyId;
  /**
   * Long work of a party runs one after the other, each until its result is there: e.g. until it is
   * committed.
   */
  readonly isLong?: boolean;
  /** Its whole time counts, until its result is there: e.g. because the database works for it. */
  readonly countsWhole?: boolean;
  /** Milliseconds that the work costs beside `run`, e.g. in the system's network code; 0 if absent. */
  readonly cost?: number;
  /** Work that is no longer wanted is skipped: its client has disconnected. */
  isWanted(): boolean;
  run(): Result | Promise<Result>;
}

/** Shares the processor between accounts. */
export interface ProcessorShare {
  /**
   * Resolves to the result of the work, once it was the party's turn; to `skipped` if it was no longer
   * wanted, to `refused` if too much work of the party is waiting already.
   */
  take<Result>(work: Work<Result>): Promise<Result | 'skipped' | 'refused'>;
}

export interface ProcessorShareOptions {
  /** The most work of one party that waits; 1,000 if absent. */
  readonly queueLimit?: number;
  /** Milliseconds of work before the event loop may read and write again; 2 if absent. */
  readonly slice?: number;
  /** Milliseconds of a clock that never steps. */
  readonly now?: () => number;
  /** Calls back when the event loop has read and written. */
  readonly afterTurn?: (callback: () => void) => void;
  /** Calls back after milliseconds. */
  readonly later?: (callback: () => void, milliseconds: number) => void;
}

/**
 * Start-time fair queuing over measured processor time: next is the party that has used the least. An idle
 * party starts at the level of those that wait, so it cannot save time up. Costly work of one party delays
 * others by one piece of it, and while others work, it rests after each piece.
 */
export function createProcessorShare(options: ProcessorShareOptions = {}): ProcessorShare {
  const { queueLimit = 1_000, slice = 2, now = () => performance.now() } = options;
  const { afterTurn = setImmediate, later = setTimeout } = options;
  const parties = createWaitingParties();
  let isScheduled = false;
  /** When the next timer ends. */
  let timerEnds = Number.POSITIVE_INFINITY;

  function wake(): void {
    if (isScheduled) return;
    isScheduled = true;
    afterTurn(serve);
  }

  function serve(): void {
    isScheduled = false;
    let end = now() + slice;
    do {
      const party = parties.next(now());
      if (party === undefined) break;
      end -= serveOne(party);
    } while (now() < end);
    parties.forgetIdle();
    wakeAfterRest();
  }

  function wakeAfterRest(): void {
    const at = now();
    const rest = parties.soonest(at);
    if (rest === 0) wake();
    if (rest === undefined || rest === 0 || at + rest >= timerEnds) return;
    timerEnds = at + rest;
    later(() => {
      timerEnds = Number.POSITIVE_INFINITY;
      wake();
    }, rest);
  }

  /** Returns the milliseconds that the work costs beside the measured ones. */
  function serveOne(party: Party): number {
    const work = party.queue.shift();
    const begin = now();
    const result = work?.start();
    if (work === undefined || result === undefined) return 0;
    parties.worked(party, begin, now() - begin + work.cost);
    if (!work.isLong) return work.cost;
    party.longIsRunning = true;
    void result.finally(() => {
      party.longIsRunning = false;
      if (work.countsWhole) parties.took(party, begin, Math.min(now() - begin, mostCounted));
      wake();
    });
    return work.cost;
  }

  return {
    take<Result>(work: Work<Result>) {
      const { queue } = parties.of(work.partyId);
      if (queue.length >= queueLimit) return Promise.resolve('refused' as const);
      wake();
      const { promise, resolve, reject } = Promise.withResolvers<Result | 'skipped' | 'refused'>();
      queue.push(toWaiting(work, resolve, reject));
      return promise;
    },
  };
}

/** Milliseconds: work that takes longer waits for something. */
const mostCounted = 250;

function toWaiting<Result>(
  { isLong = false, countsWhole = false, cost = 0, isWanted, run }: Work<Result>,
  resolve: (result: Result | 'skipped') => void,
  reject: (error: unknown) => void,
): Waiting {
  const start = () => {
    if (!isWanted()) {
      resolve('skipped');
      return undefined;
    }
    const result = (async () => run())();
    result.then(resolve, reject);
    return result.then(ignore, ignore);
  };
  return { isLong, countsWhole, cost, start };
}

function ignore(): void {}

/** An account, or the remote address of callers without a valid key. */
export type PartyId = number | string;

/** Work that waits for the processor. */
interface Waiting {
  readonly isLong: boolean;
  readonly countsWhole: boolean;
  /** Milliseconds that it costs beside `start`. */
  readonly cost: number;
  /** Nothing if it was skipped. */
  start(): Promise<unknown> | undefined;
}

/** A party with work. */
interface Party {
  readonly id: PartyId;
  readonly queue: Waiting[];
  /** The processor time that its work took, in milliseconds, on a scale that all parties share. */
  used: number;
  longIsRunning: boolean;
}

/** Who waits for the processor, who is next, and who rests. */
function createWaitingParties() {
  const parties = new Map<PartyId, Party>();
  const pace = createPace<PartyId>();
  /** The time used by the party that was served last, before it was served. */
  let served = 0;

  function find(id: PartyId): Party {
    const known = parties.get(id);
    if (known !== undefined) return known;
    const party = { id, queue: [], used: served, longIsRunning: false };
    parties.set(id, party);
    return party;
  }

  function took(party: Party, begin: number, milliseconds: number): void {
    party.used += milliseconds;
    pace.worked(party.id, begin, milliseconds);
  }

  return {
    of(id: PartyId): Party {
      const party = find(id);
      if (isIdle(party)) party.used = Math.max(party.used, served);
      return party;
    },
    /** The party that has used the least, of those with work to do that need not rest. */
    next(at: number): Party | undefined {
      let least: Party | undefined;
      for (const party of parties.values())
        if (isReady(party) && party.used < (least?.used ?? Number.POSITIVE_INFINITY))
          if (pace.rest(party.id, at) === 0) least = party;
      return least;
    },
    /** Milliseconds until a party with work has rested; undefined if none has work to do. */
    soonest(at: number): number | undefined {
      const ready = [...parties.values()].filter(isReady);
      return ready.length === 0 ? undefined : Math.min(...ready.map(({ id }) => pace.rest(id, at)));
    },
    worked(party: Party, begin: number, milliseconds: number): void {
      served = party.used;
      took(party, begin, milliseconds);
    },
    /**
     * The same for work that was elsewhere. Others were served meanwhile, and the level of idle parties is
     * theirs.
     */
    took,
    /** Forgets idle parties that have not used more than those that are served. */
    forgetIdle(): void {
      const allIdle = [...parties.values()].every(isIdle);
      for (const [id, party] of parties)
        if (isIdle(party) && (allIdle || party.used <= served)) parties.delete(id);
    },
  };
}

function isIdle({ queue, longIsRunning }: Party): boolean {
  return queue.length === 0 && !longIsRunning;
}

function isReady({ queue: [first], longIsRunning }: Party): boolean {
  return first !== undefined && !(first.isLong && longIsRunning);
}

/** A party works for at most this part of the time while another one works, too. */
const part = 1 / 3;
/** Milliseconds of work in advance: short work is not stopped at each piece. */
const burst = 4;
/** Milliseconds for which a party that worked is expected back. */
const memory = 1_000;

/**
 * Keeps part of the processor free for other accounts while there are others.
 *
 * A request needs several turns of the event loop, and each turn takes as long as the work of others in it.
 * So an account rests for twice as long as it worked, if any other has worked within the last second. An
 * account alone never rests.
 */
function createPace<Party>() {
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
    /** The party has worked for this many milliseconds, from this time on. */
    worked(party: Party, at: number, milliseconds: number): void {
      if (last?.party !== party) before = last;
      last = { party, at };
      forget(at);
      // Work while alone is not held against it later: the rest after one piece is enough.
      const from = isAlone(party, at) ? at : Math.max(until.get(party) ?? at, at);
      until.set(party, from + milliseconds / part);
    },
    /** Milliseconds until the party may work again; 0 if it may now. */
    rest(party: Party, at: number): number {
      const end = until.get(party);
      if (end === undefined || isAlone(party, at)) return 0;
      return Math.max(0, end - burst / part - at);
    },
  };
}
