import { judgeAnswer } from '../../oracle/judge-answer.ts';
import { buildCase } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { type PhaseContext, skip } from '../phase-context.ts';
import { isAccepted } from './is-accepted.ts';

/** Another account uses a cascade that it alone has; whoever asks for it after that must not get it (§2.1). */
export async function otherAccount(context: PhaseContext, scenario: Scenario): Promise<void> {
  const { profile, target, recorder } = context;
  const { otherAccount: other } = profile;
  if (other === undefined) return skip(context, scenario, 'the profile has no otherAccount');
  const cascades = [other.cascade];
  const channels = other.cascade.stages.map(({ channel }) => channel);
  const given = { base: `text on ${[...new Set(channels)].join('+')}` };
  const theirs = { ...profile, cascades, keys: { ...profile.keys, good: other.key } };
  const own = { ...profile, cascades };
  const first = buildCase(theirs, { ...scenario, given });
  if ('unavailable' in first) return skip(context, scenario, first.unavailable);
  if (!isAccepted(await target.send(first.request)))
    return skip(context, scenario, 'the request of the other account was not accepted');
  const built = buildCase(own, { ...scenario, given });
  if ('unavailable' in built) return skip(context, scenario, built.unavailable);
  const { request, expectation, cascade } = built;
  const outcome = await target.send(request);
  recorder.record({ scenario, request, verdict: judgeAnswer(expectation, outcome, cascade) });
}
