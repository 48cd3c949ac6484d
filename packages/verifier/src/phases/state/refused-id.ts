import { judgeAnswer } from '../../oracle/judge-answer.ts';
import { buildCase } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { type PhaseContext, skip } from '../phase-context.ts';
import { isAccepted } from './is-accepted.ts';

/** A request that is refused, then a good one with the same id (§4.1 rule 6, ADR-0007). */
export async function refusedId(context: PhaseContext, scenario: Scenario): Promise<void> {
  const { profile, target, recorder } = context;
  const broken = buildCase(profile, {
    ...scenario,
    when: { edits: [{ set: '{content}/text', to: '' }] },
  });
  if ('unavailable' in broken) return skip(context, scenario, broken.unavailable);
  if (isAccepted(await target.send(broken.request)))
    return skip(context, scenario, 'the request that was to be refused was accepted');
  const good = buildCase(profile, scenario, broken.requestId);
  if ('unavailable' in good) return skip(context, scenario, good.unavailable);
  const outcome = await target.send(good.request);
  recorder.record({
    scenario,
    request: good.request,
    verdict: judgeAnswer(good.expectation, outcome, good.cascade),
  });
}
