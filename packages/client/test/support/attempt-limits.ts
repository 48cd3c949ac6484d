import { vi } from 'vitest';

/** For `timeoutMs`: the timers of attempts are known by this number of milliseconds. */
export const limitMs = 59_999;

/** The time limits of attempts, for one test: they run out when the test says so, and never by the clock. */
export interface AttemptLimits {
  /** Ends the attempt that began last. */
  runOut(): void;
}

export function attemptLimits(): AttemptLimits {
  const real = globalThis.setTimeout;
  let last = () => {};
  vi.stubGlobal('setTimeout', (...call: Parameters<typeof real>) => {
    const [run, milliseconds] = call;
    if (milliseconds === limitMs) last = run;
    return real(...call);
  });
  return { runOut: () => last() };
}
