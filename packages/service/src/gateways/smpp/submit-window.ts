import { createPace } from './pace.ts';
import { SmppError } from './smpp-error.ts';

/** Limits the submits under way over a link; further ones wait for their turn, in order. */
export interface SubmitWindow<Link> {
  /** Starts using a link. */
  open(link: Link): void;
  /** Rejects all that wait, because the link is lost; their attempts are retried. */
  shut(why: string): void;
  /** @throws {SmppError} without a link, or if the turn does not come within that many seconds. */
  run<Result>(seconds: number, work: (link: Link) => Promise<Result>): Promise<Result>;
}

interface Waiter<Link> {
  go(link: Link): void;
  fail(why: string): void;
}

export interface SubmitWindowOptions {
  /** The most submits under way. */
  readonly size: number;
  /** The most submits started per second, evenly spaced; no limit if absent. */
  readonly perSecond?: number | undefined;
  readonly now?: () => number;
}

export function createSubmitWindow<Link>({
  size,
  perSecond,
  now = () => performance.now(),
}: SubmitWindowOptions): SubmitWindow<Link> {
  const pace = createPace(perSecond, now);
  const waiting = new Set<Waiter<Link>>();
  let link: Link | undefined;
  let closed = 'there is no connection yet';
  let busy = 0;
  let alarm: NodeJS.Timeout | undefined;

  function pump(): void {
    for (const waiter of waiting) {
      if (link === undefined || busy >= size || isTooSoon()) return;
      pace.start();
      waiting.delete(waiter);
      busy += 1;
      waiter.go(link);
    }
  }

  /** Whether the pace forbids a start now; then sets a timer for the next one. */
  function isTooSoon(): boolean {
    const milliseconds = pace.wait();
    if (milliseconds === 0) return false;
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
