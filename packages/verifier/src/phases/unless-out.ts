import { OutageError } from '../exchange/watch-for-outages.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { type PhaseContext, skip } from './phase-context.ts';

/** Does the work for a scenario, and records that it could not be tried if an outage of the provider came in between. */
export async function unlessOut(
  context: PhaseContext,
  scenario: Scenario,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof OutageError)) throw error;
    skip(context, scenario, error.message);
  }
}
