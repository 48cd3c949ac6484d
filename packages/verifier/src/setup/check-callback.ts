import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { startReceiver } from '../phases/callback/start-receiver.ts';
import type { Profile } from '../profile/profile.ts';
import type { SetupMistake } from './setup-mistake.ts';

/** The verifier must be able to listen, and a provider on another machine to reach it. */
export async function checkCallback({ callback }: Profile, targetUrl: string): Promise<SetupMistake[]> {
  if (callback === undefined) return [];
  const receiver = await startReceiver(callback.listen).catch((error: Error) => error);
  if (receiver instanceof Error) {
    const message = `cannot listen for callbacks there (${receiver.message}): write another host:port, port 0 for a free one`;
    return [{ pointer: '/callback/listen', message }];
  }
  await receiver.close();
  const called = callback.publicUrl ?? (callback.register === undefined ? undefined : receiver.url);
  if (called === undefined || !isOnlyHere(new URL(called).hostname)) return [];
  if (await isThisMachine(new URL(targetUrl).hostname)) return [];
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
