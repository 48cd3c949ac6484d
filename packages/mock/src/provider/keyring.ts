import { createHash, timingSafeEqual } from 'node:crypto';
import { type Account, openAccount } from './account.ts';
import type { Provider } from './provider.ts';

/** Finds the account of an API key (§5). */
export interface Keyring {
  /** Nothing if the key is missing, wrong or expired. */
  accountOf(key: string | readonly string[] | undefined): Account | undefined;
}

/**
 * Opens all accounts of a provider. Keys are kept as hashes, and every lookup compares all of them, so that
 * the time of an answer reveals nothing (ADR-0028).
 */
export function createKeyring({ accounts }: Provider, now: () => Date): Keyring {
  const entries = accounts.flatMap((declared) => {
    const account = openAccount(declared);
    return declared.keys.map(({ key, expiresAt }) => ({
      account,
      hash: sha256(Buffer.from(key)),
      expiresAt: expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
    }));
  });
  return {
    accountOf(key) {
      // Node decodes header bytes as Latin-1; this restores them.
      const presented = sha256(Buffer.from(typeof key === 'string' ? key : '', 'latin1'));
      const [match] = entries.filter(({ hash }) => timingSafeEqual(hash, presented));
      return match !== undefined && now().getTime() < match.expiresAt ? match.account : undefined;
    },
  };
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
