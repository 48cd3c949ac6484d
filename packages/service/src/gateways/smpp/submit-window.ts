import { SmppError } from './result-of.ts';

/** Limits the submits under way over a link; further ones wait for their turn, in order. */
export type SubmitWindow<Link> = ReturnType<typeof createSubmitWindow<Link>>;

/** How long to wait for a turn. */
export interface Wait {
  readonly seconds: number;
  readonly signal: AbortSignal;
  /** Before all that have begun nothing: a long text whose parts are far apart may outlast its call. */
  readonly isBegun?: boolean;
}

/** Work that was started. */
export interface Started<Result> {
  readonly result: Promise<Result>;
}

interface Waiter<Link> {
  go(link: Link): void;
  fail(error: unknown): void;
}

export interface SubmitWindowOptions {
  /** The most submits under way. */
  readonly size: number;
  /** The most submits started per second, evenly spaced; a pause is not caught up on. No limit if absent. */
  readonly perSecond?: number | undefined;
  readonly now?: () => number;
}

export function createSubmitWindow<Link>({
  size,
  perSecond = Number.POSITIVE_INFINITY,
  now = () => performance.now(),
}: SubmitWindowOptions) {
  const begun = new Set<Waiter<Link>>();
  const waiting = new Set<Waiter<Link>>();
  let link: Link | undefined;
  let closed = 'there is no connection yet';
  let isHeld = false;
  let busy = 0;
  let nextAt = Number.NEGATIVE_INFINITY;
  let alarm: NodeJS.Timeout | undefined;

  function pump(): void {
    for (const queue of [begun, waiting])
      for (const waiter of queue) {
        if (link === undefined || isHeld || busy >= size || isTooSoon()) return;
        nextAt = Math.max(nextAt, now()) + 1_000 / perSecond;
        busy += 1;
        waiter.go(link);
      }
  }

  /** Whether the pace forbids a start now; then sets a timer for the next one. */
  function isTooSoon(): boolean {
    const milliseconds = nextAt - now();
    if (milliseconds <= 0) return false;
    clearTimeout(alarm);
    alarm = setTimeout(pump, milliseconds);
    return true;
  }

  /** The text whose part was answered joins the queue first: it has begun. */
  function free(): void {
    busy -= 1;
    setImmediate(pump);
  }

  function release(): void {
    isHeld = false;
    pump();
  }

  return {
    /** Starts using a link. */
    open(to: Link): void {
      link = to;
      release();
    },
    /** Starts nothing until `release` or the next link; all that wait may go on waiting. */
    hold(): void {
      isHeld = true;
    },
    release,
    /** Rejects all that wait, because the link is lost; their attempts are retried. */
    shut(why: string): void {
      link = undefined;
      closed = why;
      clearTimeout(alarm);
      for (const waiter of [...begun, ...waiting]) waiter.fail(new SmppError(why));
    },
    /**
     * Waits for a turn and starts the work. Its place is free again when the work settles, be its caller
     * still waiting or not.
     * @throws {SmppError} without a link, or if the turn does not come in time; the signal's reason.
     */
    async start<Result>(wait: Wait, work: (link: Link) => Promise<Result>): Promise<Started<Result>> {
      wait.signal.throwIfAborted();
      if (link === undefined) throw new SmppError(closed);
      const turn = join(wait.isBegun === true ? begun : waiting, wait);
      pump();
      const to = await turn;
      const result = (async () => work(to))();
      result.then(free, free);
      return { result };
    },
  };
}

/** Resolves to the link when the turn comes. */
function join<Link>(waiting: Set<Waiter<Link>>, { seconds, signal }: Wait): Promise<Link> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      waiting.delete(waiter);
    };
    const waiter: Waiter<Link> = {
      go(link) {
        end();
        resolve(link);
      },
      fail(error) {
        end();
        reject(error);
      },
    };
    const abort = () => waiter.fail(signal.reason);
    const giveUp = () => waiter.fail(new SmppError(`no turn within ${seconds} seconds`));
    const timer = setTimeout(giveUp, seconds * 1000);
    signal.addEventListener('abort', abort);
    waiting.add(waiter);
  });
}
