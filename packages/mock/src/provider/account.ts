import { createHash, timingSafeEqual } from 'node:crypto';
import { type LenientSwitches, switchesOf } from '@cascade/lenient-requests';
import { uuidV5 } from '@cascade/lenient-requests/uuid-v5';
import { createMemoryProvider, type MemoryAccount } from '@cascade/validator/memory-provider';
import { parseSecret } from '../callback/signing-secret.ts';
import type { Provider } from './provider.ts';

/**
 * An account while the mock runs: one of the provider in memory, with the switches and the keys of its file.
 */
export interface MockAccount extends MemoryAccount {
  readonly lenient: LenientSwitches;
  /** What callbacks to an address carry beside their own headers: of the address in the file alone. */
  callbackHeaders(url: string): Readonly<Record<string, string>>;
}

/** Finds the account of an API key (§5). */
export interface Keyring {
  /** Nothing if the key is missing, wrong or expired. */
  accountOf(key: string | readonly string[] | undefined): MockAccount | undefined;
}

interface KeyringOptions {
  readonly now: () => Date;
  /** The switches of every account, instead of those of the provider. */
  readonly lenient: Partial<LenientSwitches> | undefined;
}

/**
 * Opens all accounts of a provider. Keys are kept as hashes, and every lookup compares all of them, so that
 * the time of an answer reveals nothing (ADR-0028).
 * @throws {Error} if a callback secret is invalid, or a switch is unknown.
 */
export function openAccounts({ accounts }: Provider, { now, lenient }: KeyringOptions): Keyring {
  const open = createMemoryProvider({ now, uuidOf: uuidV5 });
  const entries = accounts.flatMap((declared) => {
    const { callback: { url, headers = {}, secrets = [] } = {} } = declared;
    for (const secret of secrets) parseSecret(secret);
    const account = {
      ...open({ ...declared, balance: declared.balance ?? 0 }),
      lenient: switchesOf(lenient ?? declared.settings?.lenient ?? {}),
      callbackHeaders: (to: string) => (to === url ? headers : {}),
    };
    return declared.keys.map(({ key, hash, expiresAt }) => ({
      account,
      hash: key === undefined ? Buffer.from(hash ?? '', 'hex') : sha256(Buffer.from(key)),
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
