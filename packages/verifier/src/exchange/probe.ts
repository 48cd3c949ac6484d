import type { Profile } from '../profile/profile.ts';
import { buildCase } from '../scenario/build-case.ts';
import type { Target } from './create-target.ts';

/** Why the target cannot be judged at all, found out with one good request; undefined if it can. */
export async function probe(target: Target, profile: Profile): Promise<string | undefined> {
  const built = buildCase(profile, {
    id: 'probe',
    says: 'The target answers.',
    phase: 'vectors',
    clauses: [],
    given: { base: 'text on any' },
    when: {},
    expects: {},
  });
  if ('unavailable' in built) return built.unavailable;
  const outcome = await target.send(built.request);
  if ('none' in outcome) return `${target.url} cannot be judged: ${outcome.says}`;
  if (outcome.status === 401) return `${target.url} does not take keys.good of the profile (401)`;
  return undefined;
}
