import type { EventQueue } from './event-queue.ts';

/** A resource with N places, first come, first served: the cores of a machine, the slots for callbacks. */
export interface Server {
  use(seconds: number, done: () => void): void;
  /** Seconds of work done so far, all places together. */
  busySeconds(): number;
}

export function createServer(events: EventQueue, places: number): Server {
  const waiting: { readonly seconds: number; readonly done: () => void }[] = [];
  let first = 0;
  let running = 0;
  let busy = 0;
  let since = 0;

  function account(): void {
    busy += running * (events.now - since);
    since = events.now;
  }

  function start(seconds: number, done: () => void): void {
    account();
    running += 1;
    events.after(seconds, () => {
      account();
      running -= 1;
      const next = waiting[first];
      if (next !== undefined) {
        first += 1;
        if (first === 1_000) {
          waiting.splice(0, first);
          first = 0;
        }
        start(next.seconds, next.done);
      }
      done();
    });
  }

  return {
    use(seconds, done) {
      if (running < places) start(seconds, done);
      else waiting.push({ seconds, done });
    },
    busySeconds() {
      account();
      return busy;
    },
  };
}
