import { casesOf, type Depth } from '../phases/properties/depth.ts';
import type { Scenario } from '../scenario/scenario.ts';

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
