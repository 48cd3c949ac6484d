import { SmppError } from './smpp-error.ts';

/** Lets so many work at once over the same link; the others wait for their turn, in order. */
export interface SubmitWindow<Link> {
  /** A link is there. */
  open(link: Link): void;
  /** It is gone, and so are those that wait: their attempts come again. */
  shut(why: string): void;
  /** @throws {SmppError} without a link, or if its turn does not come within so many seconds. */
  run<Result>(seconds: number, work: (link: Link) => Promise<Result>): Promise<Result>;
}

interface Waiter<Link> {
  go(link: Link): void;
  fail(why: string): void;
}

export interface SubmitWindowOptions {
  /** So many at once. */
  readonly size: number;
  /** So many begin in a second, evenly; any number if absent. */
  readonly perSecond?: number | undefined;
  readonly now?: () => number;
}

export function createSubmitWindow<Link>({
  size,
  perSecond = Number.POSITIVE_INFINITY,
  now = () => performance.now(),
}: SubmitWindowOptions): SubmitWindow<Link> {
  const spacing = 1_000 / perSecond;
  const waiting = new Set<Waiter<Link>>();
  let link: Link | undefined;
  let closed = 'there is no connection yet';
  let busy = 0;
  let nextAt = Number.NEGATIVE_INFINITY;
  let alarm: NodeJS.Timeout | undefined;

  function pump(): void {
    for (const waiter of waiting) {
      if (link === undefined || busy >= size || isTooSoon()) return;
      nextAt = Math.max(nextAt, now()) + spacing;
      waiting.delete(waiter);
      busy += 1;
      waiter.go(link);
    }
  }

  /** If so, it is tried again in time. */
  function isTooSoon(): boolean {
    const milliseconds = nextAt - now();
    if (milliseconds <= 0) return false;
    clearTimeout(alarm);
    alarm = setTimeout(pump, milliseconds);
    return true;
  }

  function turn(seconds: number): Promise<Link> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter<Link> = {
        go(to) {
          clearTimeout(timer);
          resolve(to);
        },
        fail(why) {
          clearTimeout(timer);
          waiting.delete(waiter);
          reject(new SmppError(why));
        },
      };
      const timer = setTimeout(() => waiter.fail(`no turn within ${seconds} seconds`), seconds * 1000);
      waiting.add(waiter);
      pump();
    });
  }

  return {
    open(to) {
      link = to;
      pump();
    },
    shut(why) {
      link = undefined;
      closed = why;
      clearTimeout(alarm);
      for (const waiter of waiting) waiter.fail(why);
    },
    async run(seconds, work) {
      if (link === undefined) throw new SmppError(closed);
      const to = await turn(seconds);
      try {
        return await work(to);
      } finally {
        busy -= 1;
        pump();
      }
    },
  };
}
