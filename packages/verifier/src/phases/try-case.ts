import { judgeAnswer } from '../oracle/judge-answer.ts';
import type { Case } from '../scenario/build-case.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { isUnavailable, type Unavailable } from '../scenario/unavailable.ts';
import { type PhaseContext, skip } from './phase-context.ts';

/** The case, or undefined after recording what the profile lacks for it. */
export function requireCase(
  context: PhaseContext,
  scenario: Scenario,
  built: Case | Unavailable,
): Case | undefined {
  if (!isUnavailable(built)) return built;
  skip(context, scenario, built);
  return undefined;
}

/** Sends the request of a case and records the verdict on its answer, or what the profile lacks for it. */
export async function tryCase(
  context: PhaseContext,
  scenario: Scenario,
  built: Case | Unavailable,
): Promise<void> {
  const found = requireCase(context, scenario, built);
  if (found === undefined) return;
  const { request, expectation, cascade } = found;
  const outcome = await context.target.send(request);
  context.recorder.record({ scenario, request, verdict: judgeAnswer(expectation, outcome, cascade) });
}
