import { judgeAnswer } from '../../oracle/judge-answer.ts';
import { inParallel } from '../in-parallel.ts';
import { type PhaseContext, skip } from '../phase-context.ts';
import { breakTwoRules } from './break-two-rules.ts';

/** For each pair of processing rules a request that breaks both: the earlier one answers (§4.1). */
export async function runOrder(context: PhaseContext): Promise<void> {
  const { profile, target, recorder } = context;
  // Rules 1 and 5 need an account that is spent after a request was accepted: phases/state/spend-balance.ts.
  const here = context.scenarios.filter(({ given }) => given.breaks?.join() !== '1,5');
  await inParallel(here, 4, async (scenario) => {
    const made = breakTwoRules(profile, scenario);
    if ('unavailable' in made) return skip(context, scenario, made.unavailable);
    const { broken, before } = made;
    if (before !== undefined) {
      const first = await target.send(before.request);
      if ('none' in first || first.status >= 300)
        return skip(context, scenario, 'the request that was to use the id was not accepted');
    }
    const outcome = await target.send(broken.request);
    const verdict = judgeAnswer(broken.expectation, outcome, broken.cascade);
    recorder.record({
      scenario: { ...scenario, expects: broken.expectation },
      request: broken.request,
      verdict,
    });
  });
}
