import { buildCase } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { type PhaseContext, skip } from '../phase-context.ts';
import { requireCase, tryCase } from '../try-case.ts';
import { isAccepted } from './is-accepted.ts';

/** A request that is refused, then a good one with the same id (§4.1 rule 6, ADR-0007). */
export async function refusedId(context: PhaseContext, scenario: Scenario): Promise<void> {
  const { profile, target } = context;
  const edits = [{ set: '{content}/text', to: '' }];
  const broken = requireCase(context, scenario, buildCase(profile, { ...scenario, when: { edits } }));
  if (broken === undefined) return;
  if (isAccepted(await target.send(broken.request)))
    return skip(context, scenario, 'the request that was to be refused was accepted');
  await tryCase(context, scenario, buildCase(profile, scenario, broken.requestId));
}
