import type { Ended } from './run.ts';

/** One thing that was tried, and what went wrong, if anything did. */
export interface Trial {
  readonly says: string;
  readonly fault?: string;
}

/** A trial that passes if `fault` is absent. */
export function trial(says: string, fault: string | undefined): Trial {
  return fault === undefined ? { says } : { says, fault };
}

/** A program passes if it exits with 0 and its output contains `expected`. */
export function programTrial(says: string, { code, output }: Ended, expected: string): Trial {
  const isFine = code === 0 && output.includes(expected);
  return trial(says, isFine ? undefined : `exit code ${code}\n${output}`);
}
