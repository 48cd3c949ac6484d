import type { Scenario } from '../scenario/scenario.ts';
import { describedScenarios } from './described-scenarios.ts';

/** The scenarios that the description makes; the published package has them made already. */
export function loadDescribed(): readonly Scenario[] {
  return describedScenarios();
}
