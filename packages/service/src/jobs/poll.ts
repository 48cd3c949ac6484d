import { createSignal } from './signal.ts';

/** What a call of the polled work found: `more` may be there, it was `all`, or there was `nothing`. */
export type Found = 'more' | 'all' | 'nothing';

export interface Polling {
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
