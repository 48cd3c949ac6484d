/**
 * What a call of the polled work found: `more` may be there, it was `all`, or there was `nothing`. A number
 * is the milliseconds until the next call, be it infinite: then only `wake` leads to one.
 */
export type Found = 'more' | 'all' | 'nothing' | number;

/** In milliseconds: the first pause after an empty call, and the longest while nothing is found. */
export interface Pauses {
  readonly shortest: number;
  readonly longest: number;
  /** Before the first call; none if absent. */
  readonly first?: number;
}

/**
 * Calls `work` until stopped: at once after `more`, else after a pause, which doubles while it finds nothing.
 * The work must not reject. Its signal is aborted by the stop.
 */
export function poll(work: (stopping: AbortSignal) => Promise<Found>, { shortest, longest, first }: Pauses) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { raise, wait } = createAlarm();

  async function run(): Promise<void> {
    let pause = shortest;
    if (first !== undefined) await wait(first);
    while (!signal.aborted) {
      const found = await work(signal);
      pause = found === 'nothing' ? Math.min(pause * 2, longest) : shortest;
      if (await wait(pauseAfter(found, pause))) pause = shortest;
    }
  }

  const loop = run();
  return {
    /** Ends the current pause. */
    wake: raise,
    /** Resolves when the last call has ended. */
    stop(): Promise<void> {
      stopping.abort();
      raise();
      return loop;
    },
  };
}

function pauseAfter(found: Found, backOff: number): number {
  if (found === 'more') return 0;
  return typeof found === 'number' ? found : backOff;
}

/** For one waiter at a time. */
function createAlarm() {
  let isRaised = false;
  let end = () => {};
  return {
    raise(): void {
      isRaised = true;
      end();
    },
    /**
     * Resolves to true when the alarm is raised, at once if it was before; to false after that many
     * milliseconds.
     */
    async wait(milliseconds: number): Promise<boolean> {
      if (!isRaised && milliseconds > 0)
        await new Promise<void>((resolve) => {
          const timer =
            milliseconds < Number.POSITIVE_INFINITY ? setTimeout(resolve, milliseconds) : undefined;
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      const wasRaised = isRaised;
      isRaised = false;
      return wasRaised;
    },
  };
}
