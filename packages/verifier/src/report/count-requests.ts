import { casesOf, type Depth } from '../phases/properties/depth.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** About how many requests a run of these scenarios sends. */
export function countRequests(planned: readonly Scenario[], depth: Depth): number {
  return planned.reduce((sum, scenario) => sum + requestsOf(scenario, depth), 0);
}

function requestsOf({ phase, given }: Scenario, depth: Depth): number {
  if (phase === 'properties') return casesOf(depth);
  if (phase === 'order') return 2;
  if (given.procedure === 'answers') return 0;
  return given.procedure === 'reuse later' ? 22 : (given.times ?? 1);
}
