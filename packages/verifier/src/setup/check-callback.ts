import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import type { Target } from '../exchange/create-target.ts';
import { askToRegister, whyNotRegistered } from '../phases/callback/register.ts';
import { startReceiver } from '../phases/callback/start-receiver.ts';
import { isAccepted } from '../phases/state/is-accepted.ts';
import type { CallbackProfile, Profile } from '../profile/profile.ts';
import type { SetupMistake } from './setup-mistake.ts';

/**
 * The verifier must be able to listen, a provider on another machine to reach it, and the provider to take the address.
 * How an address is registered is not shown (§6), so a refusal is not a finding. Without the registration no callback is judged.
 */
export async function checkCallback(profile: Profile, target: Target): Promise<SetupMistake[]> {
  const { callback } = profile;
  if (callback === undefined) return [];
  const receiver = await startReceiver(callback.listen).catch((error: Error) => error);
  if (receiver instanceof Error) {
    const message = `cannot listen for callbacks there (${receiver.message}): write another host:port, port 0 for a free one`;
    return [{ pointer: '/callback/listen', message }];
  }
  try {
    return await checkAddress(profile, callback, receiver.url, target);
  } finally {
    await receiver.close();
  }
}

async function checkAddress(
  profile: Profile,
  callback: CallbackProfile,
  own: string,
  target: Target,
): Promise<SetupMistake[]> {
  const called = callback.publicUrl ?? (callback.register === undefined ? undefined : own);
  if (called === undefined) return [];
  if (!isOnlyHere(new URL(called).hostname) || (await isThisMachine(new URL(target.url).hostname))) {
    const outcome = await askToRegister({ profile, target }, callback, called);
    // The run judges a provider that does not answer.
    if (outcome === undefined || 'none' in outcome || isAccepted(outcome)) return [];
    const fix = 'write the request that registers an address, or leave callback out';
    return [{ pointer: '/callback/register', message: `${whyNotRegistered(outcome)}: ${fix}` }];
  }
  const pointer = callback.publicUrl === undefined ? '/callback' : '/callback/publicUrl';
  const message = `${called} leads a provider on another machine to itself: write a publicUrl that it reaches`;
  return [{ pointer, message }];
}

function isOnlyHere(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/.test(host);
}

async function isThisMachine(host: string): Promise<boolean> {
  if (isOnlyHere(host)) return true;
  const found = await lookup(host.replace(/^\[|\]$/g, '')).catch(() => undefined);
  // A name that cannot be looked up proves nothing.
  if (found === undefined) return true;
  const own = Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).map(({ address }) => address),
  );
  return isOnlyHere(found.address) || found.address === '::1' || own.includes(found.address);
}
