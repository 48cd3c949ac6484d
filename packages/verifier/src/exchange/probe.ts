import type { Profile } from '../profile/profile.ts';
import type { Attempt } from '../report/recorder.ts';
import { buildCase, type Case } from '../scenario/build-case.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { isUnavailable } from '../scenario/unavailable.ts';
import type { Target } from './create-target.ts';
import type { Outcome } from './http-request.ts';

/** Why no other scenario can be judged; with an attempt if the target itself is at fault. */
export interface Obstacle {
  readonly reason: string;
  readonly attempt?: Attempt;
  /** The place of the profile that has to be changed. */
  readonly pointer?: string;
}

/** Sends one valid request, that of the scenario, to see whether the target can be judged; undefined if it can. */
export async function probe(
  target: Target,
  profile: Profile,
  scenario: Scenario,
  onAnswer?: (outcome: Outcome) => void,
): Promise<Obstacle | undefined> {
  const built = buildCase(profile, scenario);
  if (isUnavailable(built)) return { reason: built.unavailable };
  const outcome = await target.send(built.request);
  if ('none' in outcome) return { reason: `${target.url} cannot be judged: ${outcome.says}` };
  onAnswer?.(outcome);
  if (outcome.status !== 401) return undefined;
  const reason = `${target.url} does not take keys.good of the profile (401)`;
  const elsewhere = await otherPlaceOfKey(target, profile, built);
  if (elsewhere === undefined) return { reason, pointer: '/keys/good' };
  const fault = {
    check: 'positive-data-acceptance',
    severity: 'error',
    expected: 'acceptance (2xx) with the key in x-api-key',
    actual: `401, and ${elsewhere.status} with the key in Authorization`,
  } as const;
  const { request } = built;
  return { reason, attempt: { scenario, request, verdict: { kind: 'mismatch', faults: [fault] } } };
}

/** If the key is accepted in another header, the target reads the wrong header. */
async function otherPlaceOfKey(
  target: Target,
  profile: Profile,
  { scenario, request }: Case,
): Promise<{ readonly status: number } | undefined> {
  const { 'x-api-key': key = '', ...headers } = request.headers;
  for (const authorization of [key, `Bearer ${key}`]) {
    const fresh = buildCase(profile, scenario);
    if (isUnavailable(fresh)) return undefined;
    const outcome = await target.send({ ...fresh.request, headers: { ...headers, authorization } });
    if (!('none' in outcome) && outcome.status >= 200 && outcome.status < 300) return outcome;
  }
  return undefined;
}
