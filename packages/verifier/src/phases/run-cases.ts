import { buildCase } from '../scenario/build-case.ts';
import { inParallel } from './in-parallel.ts';
import type { PhaseContext } from './phase-context.ts';
import { tryCase } from './try-case.ts';
import { unlessOut } from './unless-out.ts';

/** Phases of single requests: each scenario is sent once and judged (§7, §8). */
export async function runCases(context: PhaseContext): Promise<void> {
  await inParallel(context.scenarios, 8, (scenario) =>
    unlessOut(context, scenario, () => tryCase(context, scenario, buildCase(context.profile, scenario))),
  );
}
