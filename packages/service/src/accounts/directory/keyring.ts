import { timingSafeEqual } from 'node:crypto';
import { hashKey } from '../key-hash.ts';
import type { Account } from './account.ts';
import type { LoadedKey } from './load-accounts.ts';

/** Finds the account of a key (§5); undefined if the key is unknown or expired. */
export type Keyring = (key: string, now: Date) => Account | undefined;

/**
 * Looks a key up by the first bytes of its SHA-256 and compares the rest in constant time. A caller cannot choose the
 * hash of a key, so the time that a lookup takes reveals nothing about the stored keys (ADR-0028).
 */
export function createKeyring(keys: readonly LoadedKey[]): Keyring {
  const byPrefix = Map.groupBy(keys, ({ hash }) => hash.readUInt32BE());
  return (key, now) => {
    const presented = hashKey(key);
    const found = byPrefix
      .get(presented.readUInt32BE())
      ?.find(({ hash }) => timingSafeEqual(hash, presented));
    if (found === undefined) return undefined;
    const isValid = found.expiresAt === null || now < found.expiresAt;
    return isValid ? found.account : undefined;
  };
}
