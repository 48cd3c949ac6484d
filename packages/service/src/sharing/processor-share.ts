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
 * Shares the processor between accounts: start-time fair queuing over measured processor time. Next is the
 * party that has used the least. An idle party starts at the level of those that wait, so it cannot save time
 * up. Costly work of one party delays others by one piece of it, and while others work, it rests after each
 * piece.
 */
export class ProcessorShare {
  readonly #queueLimit: number;
  readonly #slice: number;
  readonly #now: () => number;
  readonly #afterTurn: (callback: () => void) => void;
  readonly #later: (callback: () => void, milliseconds: number) => void;
  readonly #parties = new WaitingParties();
  #isScheduled = false;
  /** When the next timer ends. */
  #timerEnds = Number.POSITIVE_INFINITY;

  constructor(options: ProcessorShareOptions = {}) {
    const { queueLimit = 1_000, slice = 2, now = () => performance.now() } = options;
    const { afterTurn = setImmediate, later = setTimeout } = options;
    this.#queueLimit = queueLimit;
    this.#slice = slice;
    this.#now = now;
    this.#afterTurn = afterTurn;
    this.#later = later;
  }

  /**
   * Resolves to the result of the work, once it was the party's turn; to `skipped` if it was no longer
   * wanted, to `refused` if too much work of the party is waiting already.
   */
  take<Result>(work: Work<Result>): Promise<Result | 'skipped' | 'refused'> {
    const { queue } = this.#parties.of(work.partyId);
    if (queue.length >= this.#queueLimit) return Promise.resolve('refused' as const);
    this.#wake();
    const { promise, resolve, reject } = Promise.withResolvers<Result | 'skipped' | 'refused'>();
    queue.push(toWaiting(work, resolve, reject));
    return promise;
  }

  #wake(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#afterTurn(() => this.#serve());
  }

  #serve(): void {
    this.#isScheduled = false;
    let end = this.#now() + this.#slice;
    do {
      const party = this.#parties.next(this.#now());
      if (party === undefined) break;
      end -= this.#serveOne(party);
    } while (this.#now() < end);
    this.#parties.forgetIdle();
    this.#wakeAfterRest();
  }

  /** Returns the milliseconds that the work costs beside the measured ones. */
  #serveOne(party: Party): number {
    const work = party.queue.shift();
    const begin = this.#now();
    const result = work?.start();
    if (work === undefined || result === undefined) return 0;
    this.#parties.worked(party, begin, this.#now() - begin + work.cost);
    if (!work.isLong) return work.cost;
    party.longIsRunning = true;
    void result.finally(() => {
      party.longIsRunning = false;
      if (work.countsWhole) this.#parties.took(party, begin, Math.min(this.#now() - begin, mostCounted));
      this.#wake();
    });
    return work.cost;
  }

  #wakeAfterRest(): void {
    const at = this.#now();
    const rest = this.#parties.soonest(at);
    if (rest === 0) this.#wake();
    if (rest === undefined || rest === 0 || at + rest >= this.#timerEnds) return;
    this.#timerEnds = at + rest;
    this.#later(() => {
      this.#timerEnds = Number.POSITIVE_INFINITY;
      this.#wake();
    }, rest);
  }
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
class WaitingParties {
  readonly #parties = new Map<PartyId, Party>();
  readonly #pace = new Pace<PartyId>();
  /** The time used by the party that was served last, before it was served. */
  #served = 0;

  of(id: PartyId): Party {
    const party = this.#find(id);
    if (isIdle(party)) party.used = Math.max(party.used, this.#served);
    return party;
  }

  /** The party that has used the least, of those with work to do that need not rest. */
  next(at: number): Party | undefined {
    let least: Party | undefined;
    for (const party of this.#parties.values())
      if (isReady(party) && party.used < (least?.used ?? Number.POSITIVE_INFINITY))
        if (this.#pace.rest(party.id, at) === 0) least = party;
    return least;
  }

  /** Milliseconds until a party with work has rested; undefined if none has work to do. */
  soonest(at: number): number | undefined {
    const ready = [...this.#parties.values()].filter(isReady);
    return ready.length === 0 ? undefined : Math.min(...ready.map(({ id }) => this.#pace.rest(id, at)));
  }

  worked(party: Party, begin: number, milliseconds: number): void {
    this.#served = party.used;
    this.took(party, begin, milliseconds);
  }

  /**
   * The same for work that was elsewhere. Others were served meanwhile, and the level of idle parties is
   * theirs.
   */
  took(party: Party, begin: number, milliseconds: number): void {
    party.used += milliseconds;
    this.#pace.worked(party.id, begin, milliseconds);
  }

  /** Forgets idle parties that have not used more than those that are served. */
  forgetIdle(): void {
    const allIdle = [...this.#parties.values()].every(isIdle);
    for (const [id, party] of this.#parties)
      if (isIdle(party) && (allIdle || party.used <= this.#served)) this.#parties.delete(id);
  }

  #find(id: PartyId): Party {
    const known = this.#parties.get(id);
    if (known !== undefined) return known;
    const party = { id, queue: [], used: this.#served, longIsRunning: false };
    this.#parties.set(id, party);
    return party;
  }
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
class Pace<Party> {
  /** When the work of a party so far would have ended at its part of the time. */
  readonly #until = new Map<Party, number>();
  /** Who worked last, and who before it. */
  #last: Worked<Party> | undefined;
  #before: Worked<Party> | undefined;

  /** The party has worked for this many milliseconds, from this time on. */
  worked(party: Party, at: number, milliseconds: number): void {
    if (this.#last?.party !== party) this.#before = this.#last;
    this.#last = { party, at };
    this.#forget(at);
    // Work while alone is not held against it later: the rest after one piece is enough.
    const from = this.#isAlone(party, at) ? at : Math.max(this.#until.get(party) ?? at, at);
    this.#until.set(party, from + milliseconds / part);
  }

  /** Milliseconds until the party may work again; 0 if it may now. */
  rest(party: Party, at: number): number {
    const end = this.#until.get(party);
    if (end === undefined || this.#isAlone(party, at)) return 0;
    return Math.max(0, end - burst / part - at);
  }

  #isAlone(party: Party, at: number): boolean {
    const other = this.#last?.party === party ? this.#before : this.#last;
    return other === undefined || other.at + memory < at;
  }

  #forget(at: number): void {
    for (const [party, end] of this.#until) if (end <= at) this.#until.delete(party);
  }
}

/** When a party worked. */
interface Worked<Party> {
  readonly party: Party;
  readonly at: number;
}
