import type { Target } from '../exchange/create-target.ts';
import type { Profile } from '../profile/profile.ts';
import { buildCase } from '../scenario/build-case.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { isUnavailable } from '../scenario/unavailable.ts';
import { problemOf } from './problem-of.ts';
import type { SetupMistake } from './setup-mistake.ts';

/**
 * Asks for an unknown cascade with each further key of the profile: a known key gets past rule 1, also without money, so
 * that `auth-error` means a key that the provider does not know.
 */
export async function checkKeys(
  target: Target,
  profile: Profile,
  scenario: Scenario,
): Promise<SetupMistake[]> {
  const { poor, small } = profile.keys;
  const keys = [
    { pointer: '/keys/poor', key: poor },
    { pointer: '/keys/small/key', key: small?.key },
    { pointer: '/otherAccount/key', key: profile.otherAccount?.key },
  ];
  const mistakes = await Promise.all(
    keys.map(async ({ pointer, key }): Promise<SetupMistake[]> => {
      if (key === undefined) return [];
      const edits = [{ set: '/cascadeId', to: { $unknownCascade: true } }];
      const their = { ...profile, keys: { ...profile.keys, good: key } };
      const built = buildCase(their, { ...scenario, when: { edits } });
      if (isUnavailable(built) || problemOf(await target.send(built.request)) !== 'auth-error') return [];
      const message =
        'the provider does not know this key (401 auth-error): write a known key, or leave it out';
      return [{ pointer, message }];
    }),
  );
  return mistakes.flat();
}
