import { buildCase } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { isUnavailable } from '../../scenario/unavailable.ts';
import { inParallel } from '../in-parallel.ts';
import { type PhaseContext, skip } from '../phase-context.ts';
import { requireCase, tryCase } from '../try-case.ts';
import { isAccepted } from './is-accepted.ts';

interface Manner {
  /** Requests in between. */
  readonly between?: number;
  /** How the id is written the second time. */
  readonly write?: (requestId: string) => string;
}

/** An accepted request, others in between, then its id once more (§2.1, §4.1 rule 1). */
export async function reuse(
  context: PhaseContext,
  scenario: Scenario,
  { between = 0, write = (requestId) => requestId }: Manner = {},
): Promise<void> {
  const { profile, target } = context;
  const plain: Scenario = { ...scenario, when: {} };
  const first = requireCase(context, scenario, buildCase(profile, plain));
  if (first === undefined) return;
  if (!isAccepted(await target.send(first.request)))
    return skip(context, scenario, 'the request that was to use the id was not accepted');
  await inParallel(Array.from({ length: between }), 8, async () => {
    const other = buildCase(profile, plain);
    if (!isUnavailable(other)) await target.send(other.request);
  });
  await tryCase(context, scenario, buildCase(profile, scenario, write(first.requestId)));
}
