import { createWaitingParties, type Party, type PartyId, type Waiting } from './waiting-parties.ts';

/** Work of a party that waits for the processor. */
export interface Work<Result> {
  readonly partyId: PartyId;
  /** Long work of a party runs one after the other, each until its result is there: e.g. until it is committed. */
  readonly isLong?: boolean;
  /** Milliseconds that the work costs beside `run`, e.g. in the system's network code; 0 if absent. */
  readonly cost?: number;
  /** Work that is no longer wanted is skipped: its client has disconnected. */
  isWanted(): boolean;
  run(): Result | Promise<Result>;
}

/** Shares the processor between accounts. */
export interface ProcessorShare {
  /**
   * Resolves to the result of the work, once it was the party's turn; to `skipped` if it was no longer wanted, to
   * `refused` if too much work of the party is waiting already.
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
 * Start-time fair queuing over measured processor time: next is the party that has used the least. An idle party
 * starts at the level of those that wait, so it cannot save time up. Costly work of one party delays others by one piece
 * of it, and while others work, it rests after each piece (`pace.ts`).
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

function toWaiting<Result>(
  { isLong = false, cost = 0, isWanted, run }: Work<Result>,
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
  return { isLong, cost, start };
}

function ignore(): void {}
