import { buildCase } from '../../scenario/build-case.ts';
import type { Edit, Scenario } from '../../scenario/scenario.ts';
import { type PhaseContext, skip } from '../phase-context.ts';
import { requireCase, tryCase } from '../try-case.ts';
import { isAccepted } from './is-accepted.ts';

/** A broken template, an unknown cascade, and a layout that some providers answer with 500 (§7.1). */
const refusals: readonly (readonly Edit[])[] = [
  [{ set: '{content}/text', to: '' }],
  [{ set: '/cascadeId', to: { $unknownCascade: true } }],
  [{ set: '/content', to: ['a list'] }],
];

/** For each refusal or failure a request that meets it, then a good one with the same id (§4.1 rule 6, ADR-0007). */
export async function refusedId(context: PhaseContext, scenario: Scenario): Promise<void> {
  const { profile, target } = context;
  for (const edits of refusals) {
    const broken = requireCase(context, scenario, buildCase(profile, { ...scenario, when: { edits } }));
    if (broken === undefined) return;
    if (isAccepted(await target.send(broken.request)))
      return skip(context, scenario, 'the request that was to be refused was accepted');
    await tryCase(context, scenario, buildCase(profile, scenario, broken.requestId));
  }
}
