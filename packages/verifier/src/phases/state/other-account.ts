import type { Profile } from '../../profile/profile.ts';
import { buildCase, type Case } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { lacking, type Unavailable } from '../../scenario/unavailable.ts';
import { type PhaseContext, skip } from '../phase-context.ts';
import { requireCase, tryCase } from '../try-case.ts';
import { isAccepted } from './is-accepted.ts';

type Other = NonNullable<Profile['otherAccount']>;

/** Another account uses its own cascade; after that, our account must still be refused it (§2.1). */
export function otherAccount(context: PhaseContext, scenario: Scenario): Promise<void> {
  return afterTheOther(context, scenario, (_, { cascade }) => {
    const profile = { ...context.profile, cascades: [cascade] };
    return buildCase(profile, { ...scenario, given: { base: baseOf(cascade) } });
  });
}

/** Another account uses an id; after that, our account may use it as well (ADR-0007). */
export function idOfOtherAccount(context: PhaseContext, scenario: Scenario): Promise<void> {
  return afterTheOther(context, scenario, ({ requestId }) => buildCase(context.profile, scenario, requestId));
}

/** A request of the other account that is accepted, and one of ours that has something in common with it. */
async function afterTheOther(
  context: PhaseContext,
  scenario: Scenario,
  make: (theirs: Case, other: Other) => Case | Unavailable,
): Promise<void> {
  const { profile, target } = context;
  const { otherAccount: other } = profile;
  if (other === undefined) return skip(context, scenario, lacking('/otherAccount'));
  const { cascade, key } = other;
  const their = { ...profile, cascades: [cascade], keys: { ...profile.keys, good: key } };
  const built = buildCase(their, { ...scenario, given: { base: baseOf(cascade) } });
  const theirs = requireCase(context, scenario, built);
  if (theirs === undefined) return;
  if (!isAccepted(await target.send(theirs.request)))
    return skip(context, scenario, 'the request of the other account was not accepted');
  await tryCase(context, scenario, make(theirs, other));
}

function baseOf({ stages }: Other['cascade']): string {
  return `text on ${[...new Set(stages.map(({ channel }) => channel))].join('+')}`;
}
