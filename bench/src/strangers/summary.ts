import { quantile } from '../report.ts';
import type { Taken } from './parties.ts';

/** The lag of the callbacks whose status changed in this time, in milliseconds. */
export function summaryOf(taken: readonly Taken[], from: number, to: number) {
  const sorted = taken
    .filter(({ statusAt }) => statusAt >= from && statusAt < to)
    .map(({ at, statusAt }) => at - statusAt)
    .toSorted((a, b) => a - b);
  return {
    count: sorted.length,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    most: sorted.at(-1),
  };
}
