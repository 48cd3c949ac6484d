import { buildCase } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { lacking } from '../../scenario/unavailable.ts';
import { inParallel } from '../in-parallel.ts';
import { type PhaseContext, skip } from '../phase-context.ts';
import { tryCase } from '../try-case.ts';

/** A message to each further address of the profile: phone numbers differ in country and length (§2.1). */
export async function otherAddresses(context: PhaseContext, scenario: Scenario): Promise<void> {
  const { profile } = context;
  const { addresses } = profile;
  if (addresses === undefined)
    return skip(context, scenario, lacking('/addresses', 'the profile has no addresses beside address'));
  await inParallel(addresses, 8, async (address) => {
    const edits = [{ set: '/subscriberFilter/address', to: address }];
    await tryCase(context, scenario, buildCase(profile, { ...scenario, when: { edits } }));
  });
}
