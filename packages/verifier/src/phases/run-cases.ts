import { judgeAnswer } from '../oracle/judge-answer.ts';
import { buildCase } from '../scenario/build-case.ts';
import { inParallel } from './in-parallel.ts';
import { type PhaseContext, skip } from './phase-context.ts';

/** Phases of single requests: each scenario is sent once and judged (§7, §8). */
export async function runCases(context: PhaseContext): Promise<void> {
  const { profile, target, scenarios, recorder } = context;
  await inParallel(scenarios, 8, async (scenario) => {
    const built = buildCase(profile, scenario);
    if ('unavailable' in built) return skip(context, scenario, built.unavailable);
    const { request, expectation, cascade } = built;
    const outcome = await target.send(request);
    recorder.record({ scenario, request, verdict: judgeAnswer(expectation, outcome, cascade) });
  });
}
