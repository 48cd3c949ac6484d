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

export function createSubmitWindow<Link>(size: number): SubmitWindow<Link> {
  const waiting = new Set<Waiter<Link>>();
  let link: Link | undefined;
  let closed = 'there is no connection yet';
  let busy = 0;

  function pump(): void {
    for (const waiter of waiting) {
      if (link === undefined || busy >= size) return;
      waiting.delete(waiter);
      busy += 1;
      waiter.go(link);
    }
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
