import type { Outcome } from '../../exchange/http-request.ts';
import type { CallbackProfile } from '../../profile/profile.ts';
import type { PhaseContext } from '../phase-context.ts';
import { isAccepted } from '../state/is-accepted.ts';

type Asking = Pick<PhaseContext, 'profile' | 'target'>;

/** Registers the address as the profile says, if it says so; gives the reason if that fails (§6). */
export async function register(
  context: Asking,
  callback: CallbackProfile,
  url: string,
): Promise<string | undefined> {
  const outcome = await askToRegister(context, callback, url);
  return outcome === undefined || isAccepted(outcome) ? undefined : whyNotRegistered(outcome);
}

/** What the provider answers to the registration; undefined if the profile has none. */
export async function askToRegister(
  { profile, target }: Asking,
  { register: operation }: CallbackProfile,
  url: string,
): Promise<Outcome | undefined> {
  if (operation === undefined) return undefined;
  const { method, path, body } = operation;
  return target.send({
    method,
    path,
    headers: { 'content-type': 'application/json', 'x-api-key': profile.keys.good },
    body: JSON.stringify(body).replaceAll('{url}', url),
  });
}

export function whyNotRegistered(outcome: Outcome): string {
  const why = 'none' in outcome ? outcome.says : `${outcome.status} ${outcome.text.slice(0, 200)}`;
  return `the callback could not be registered: ${why}`;
}
