/** How thorough a run is. */
export interface Depth {
  readonly deep?: boolean;
  readonly fast?: boolean;
}

/** The workers that generate cases at the same time. */
export const workers = [0, 1, 2, 3, 4, 5, 6, 7];

const runsOfEach = { fast: 5, ordinary: 25, deep: 1_000 };

/** The number of cases that each worker generates for a scenario. */
export function runsPerWorker({ deep, fast }: Depth): number {
  if (deep) return runsOfEach.deep;
  return fast ? runsOfEach.fast : runsOfEach.ordinary;
}

/** The number of cases of a scenario. */
export function casesOf(depth: Depth): number {
  return workers.length * runsPerWorker(depth);
}
