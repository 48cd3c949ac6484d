/** Wakes a waiter. If no one waits when it is raised, the next `wait` returns at once. */
export interface Signal {
  raise(): void;
  /** Resolves to true when the signal is raised, to false after that many milliseconds. */
  wait(milliseconds: number): Promise<boolean>;
}

/** For one waiter at a time. */
export function createSignal(): Signal {
  let raised = false;
  let wake: (() => void) | undefined;
  return {
    raise() {
      raised = true;
      wake?.();
    },
    async wait(milliseconds) {
      if (!raised) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      const wasRaised = raised;
      raised = false;
      return wasRaised;
    },
  };
}

/** What a call of the polled work found: `more` may be there, it was `all`, or there was `nothing`. */
export type Found = 'more' | 'all' | 'nothing';

interface Polling {
  /** Ends the current pause. */
  wake(): void;
  /** Resolves when the last call has ended. */
  stop(): Promise<void>;
}

/** The pause after an empty call: the first, and the longest while nothing is found. */
export interface Pauses {
  readonly shortest: number;
  readonly longest: number;
}

/** Calls `work` until stopped: at once after `more`, else after a pause, which doubles while it finds nothing. */
export function poll(work: () => Promise<Found>, { shortest, longest }: Pauses): Polling {
  const signal = createSignal();
  let stopping = false;

  async function run(): Promise<void> {
    let pause = shortest;
    while (!stopping) {
      const found = await work();
      if (found === 'more') continue;
      pause = found === 'all' ? shortest : Math.min(pause * 2, longest);
      if (await signal.wait(pause)) pause = shortest;
    }
  }

  const loop = run();
  return {
    wake: signal.raise,
    stop() {
      stopping = true;
      signal.raise();
      return loop;
    },
  };
}
