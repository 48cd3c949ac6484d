import type { Scenario } from '../scenario/scenario.ts';

/** How thorough a run is. */
interface Depth {
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
function casesOf(depth: Depth): number {
  return workers.length * runsPerWorker(depth);
}

/** About how many requests a run of these scenarios sends. */
export function countRequests(planned: readonly Scenario[], depth: Depth): number {
  return planned.reduce((sum, scenario) => sum + requestsOf(scenario, depth), 0);
}

function requestsOf({ phase, given }: Scenario, depth: Depth): number {
  if (phase === 'properties') return casesOf(depth);
  if (phase === 'order') return 2;
  if (given.procedure === 'answers') return 0;
  return given.procedure === 'reuse later' ? 23 : (given.times ?? 1);
}

/** About how many messages of the account of keys.good a run of these scenarios has accepted. */
export function countMessages(planned: readonly Scenario[], depth: Depth): number {
  return planned.reduce((sum, scenario) => sum + messagesOf(scenario, depth), 0);
}

function messagesOf({ phase, given, expects }: Scenario, depth: Depth): number {
  if (phase === 'properties') return expects.accepted ? casesOf(depth) : 0;
  if (phase === 'callback') return 1;
  if (given.procedure === 'answers') return 0;
  if (phase === 'order') return given.breaks?.[0] === 1 ? 1 : 0;
  if (given.procedure === 'reuse later') return 21;
  const least = given.procedure === undefined ? 0 : 1;
  return expects.accepted ? (given.times ?? 1) : least;
}
