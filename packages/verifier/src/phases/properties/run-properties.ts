import fc from 'fast-check';
import { TargetGoneError } from '../../exchange/create-target.ts';
import type { HttpRequest } from '../../exchange/http-request.ts';
import { OutageError } from '../../exchange/watch-for-outages.ts';
import type { Verdict } from '../../oracle/fault.ts';
import { judgeAnswer } from '../../oracle/judge-answer.ts';
import { buildCase } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { isUnavailable } from '../../scenario/unavailable.ts';
import { inParallel } from '../in-parallel.ts';
import { type PhaseContext, skip } from '../phase-context.ts';
import { runsPerWorker, workers } from './depth.ts';
import { takeApart } from './fragments.ts';
import { brokenPlans, type Plan, toScenario, validPlans } from './plans.ts';

/**
 * Generated requests, valid and broken, each with a request id of its own; what fails is shrunk. Each worker walks
 * its own path, so that the cases depend on the seed alone.
 */
export async function runProperties(context: PhaseContext): Promise<void> {
  const fragments = takeApart(context.profile, context.library);
  if (fragments.bases.length === 0) return;
  for (const scenario of context.scenarios) {
    const plans = scenario.expects.accepted ? validPlans(fragments) : brokenPlans(fragments);
    await inParallel(workers, workers.length, (worker) => check(context, scenario, plans, worker));
  }
}

interface Failure {
  readonly scenario: Scenario;
  readonly request: HttpRequest;
  readonly verdict: Verdict;
}

async function check(
  context: PhaseContext,
  scenario: Scenario,
  plans: fc.Arbitrary<Plan>,
  worker: number,
): Promise<void> {
  const { recorder, seed } = context;
  let passed = 0;
  let unbuilt = '';
  let gone: unknown;
  let last: Failure | undefined;
  const property = fc.asyncProperty(plans, async (plan) => {
    if (gone !== undefined) return;
    const seen = await send(context, toScenario(plan, scenario)).catch((error) => {
      if (error instanceof OutageError) return error.message;
      gone = error;
      return 'the target is gone';
    });
    if (typeof seen === 'string') unbuilt = seen;
    else if (seen.verdict.kind === 'mismatch') last = seen;
    else passed += 1;
    return typeof seen === 'string' || seen.verdict.kind !== 'mismatch';
  });
  const numRuns = runsPerWorker(context);
  await fc.check(property, { seed: seed + worker, numRuns, endOnFailure: false });
  if (gone instanceof TargetGoneError) throw gone;
  if (passed > 0) recorder.record({ scenario, verdict: { kind: 'match' }, times: passed });
  if (last !== undefined) recorder.record(last);
  else if (passed === 0) skip(context, scenario, unbuilt);
}

async function send({ profile, target }: PhaseContext, scenario: Scenario): Promise<Failure | string> {
  const built = buildCase(profile, scenario);
  if (isUnavailable(built)) return built.unavailable;
  const { request, expectation, cascade } = built;
  const outcome = await target.send(request);
  return { scenario, request, verdict: judgeAnswer(expectation, outcome, cascade) };
}
