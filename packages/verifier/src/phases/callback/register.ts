import type { CallbackProfile } from '../../profile/profile.ts';
import type { PhaseContext } from '../phase-context.ts';
import { isAccepted } from '../state/is-accepted.ts';

/** Registers the address as the profile says, if it says so; gives the reason if that fails (§6). */
export async function register(
  { profile, target }: PhaseContext,
  { register: operation }: CallbackProfile,
  url: string,
): Promise<string | undefined> {
  if (operation === undefined) return undefined;
  const { method, path, body } = operation;
  const outcome = await target.send({
    method,
    path,
    headers: { 'content-type': 'application/json', 'x-api-key': profile.keys.good },
    body: JSON.stringify(body).replaceAll('{url}', url),
  });
  if (isAccepted(outcome)) return undefined;
  const why = 'none' in outcome ? outcome.says : `${outcome.status} ${outcome.text.slice(0, 200)}`;
  return `the callback could not be registered: ${why}`;
}
