import { judgeAnswer } from '../../oracle/judge-answer.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { isUnavailable } from '../../scenario/unavailable.ts';
import { inParallel } from '../in-parallel.ts';
import { type PhaseContext, skip } from '../phase-context.ts';
import { isAccepted } from '../state/is-accepted.ts';
import { unlessOut } from '../unless-out.ts';
import { type BrokenTwice, breakTwoRules } from './break-two-rules.ts';

/** For each pair of processing rules a request that breaks both: the earlier one answers (§4.1). */
export async function runOrder(context: PhaseContext): Promise<void> {
  const { profile } = context;
  // Rules 1 and 5 need an account that is spent after a request was accepted: phases/state/spend-balance.ts.
  const here = context.scenarios.filter(({ given }) => given.breaks?.join() !== '1,5');
  await inParallel(here, 4, async (scenario) => {
    const made = breakTwoRules(profile, scenario);
    if (isUnavailable(made)) return skip(context, scenario, made);
    for (const each of made) await unlessOut(context, scenario, () => tryOut(context, scenario, each));
  });
}

async function tryOut(
  context: PhaseContext,
  scenario: Scenario,
  { broken, before }: BrokenTwice,
): Promise<void> {
  const { target, recorder } = context;
  if (before !== undefined && !isAccepted(await target.send(before.request)))
    return skip(context, scenario, 'the request that was to use the id was not accepted');
  const { request, expectation, cascade } = broken;
  const verdict = judgeAnswer(expectation, await target.send(request), cascade);
  recorder.record({ scenario: { ...scenario, expects: expectation }, request, verdict });
}
