import { timingSafeEqual } from 'node:crypto';
import { hashKey } from '../key-hash.ts';
import type { Account } from './account.ts';
import type { LoadedKey } from './load-accounts.ts';

/** Which account a key opens (§5); nothing if it is missing, wrong or expired. */
export type Keyring = (key: string, now: Date) => Account | undefined;

/**
 * Looks keys up by the first bytes of their SHA-256 and compares the rest in constant time. How long that takes
 * depends on a hash that nobody can steer, so it tells nothing about the keys (ADR-0028).
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
