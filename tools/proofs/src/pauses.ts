import type { Range } from './schedule.ts';

/** Pauses of a run, which are cut short when the run is to end. */
export type CutPauses = ReturnType<typeof createPauses>;

export function createPauses(signal: AbortSignal) {
  /** Thousands of callers may pause: a listener of the signal for each would take longer than they wait. */
  const pausing = new Set<() => void>();
  signal.addEventListener('abort', () => {
    for (const end of pausing) end();
  });
  const pause = async (milliseconds: number): Promise<void> => {
    if (milliseconds <= 0 || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    pausing.add(resolve);
    await promise;
    clearTimeout(timer);
    pausing.delete(resolve);
  };
  return {
    get isCut(): boolean {
      return signal.aborted;
    },
    pause,
    /** A time of the range, as the dice say. */
    between: ([least, most]: Range, random: () => number) => pause(least + random() * (most - least)),
  };
}
