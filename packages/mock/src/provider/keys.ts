import { createHash, timingSafeEqual } from 'node:crypto';
import type { DeclaredAccount } from './provider.ts';

/** A key of an account, without its text. */
interface KeptKey<Owner> {
  readonly owner: Owner;
  /** SHA-256. */
  readonly hash: Buffer;
  readonly label: string;
  /** In milliseconds; the key is refused from then on. */
  expiresAt: number;
  /** What `expiresAt` was at the start of the account; nothing if the key was added later. */
  readonly atStart: number | undefined;
}

/** The keys of all accounts, as hashes (ADR-0028). */
interface Keys<Owner> {
  /** The key that a request presents, expired or not. */
  find(presented: string | readonly string[] | undefined): KeptKey<Owner> | undefined;
  /** In the order in which they were added. */
  of(owner: Owner): readonly KeptKey<Owner>[];
  /** Adds a key of the file. */
  declare(owner: Owner, declared: DeclaredAccount['keys'][number]): void;
  /** Adds a made key as text. */
  add(owner: Owner, key: string, facts: Pick<KeptKey<Owner>, 'label' | 'expiresAt' | 'atStart'>): void;
  /** Returns those of an account to its start. */
  reset(owner: Owner): void;
  /** Forgets the made keys of an account. */
  remove(owner: Owner): void;
}

/**
 * Every lookup compares all keys of the file, so that the time of an answer reveals nothing (ADR-0028). Made
 * keys are random.
 */
export function createKeys<Owner extends object>(): Keys<Owner> {
  const declared: KeptKey<Owner>[] = [];
  const made = new Map<string, KeptKey<Owner>>();
  const byOwner = new WeakMap<Owner, KeptKey<Owner>[]>();
  const of = (owner: Owner) => byOwner.get(owner) ?? [];
  const keep = (kept: KeptKey<Owner>) => byOwner.set(kept.owner, [...of(kept.owner), kept]);
  const forget = (owner: Owner, isForgotten: (kept: KeptKey<Owner>) => boolean) => {
    for (const { hash } of of(owner).filter(isForgotten)) made.delete(hash.toString('hex'));
    byOwner.set(
      owner,
      of(owner).filter((kept) => !isForgotten(kept)),
    );
  };
  return {
    find(presented) {
      // Node decodes header bytes as Latin-1; this restores them.
      const hash = sha256(Buffer.from(typeof presented === 'string' ? presented : '', 'latin1'));
      const [match] = declared.filter((one) => timingSafeEqual(one.hash, hash));
      return match ?? (made.size === 0 ? undefined : made.get(hash.toString('hex')));
    },
    of,
    declare(owner, { key, hash = '', expiresAt, label = nextLabel(of(owner)) }) {
      const atStart = expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
      const bytes = key === undefined ? Buffer.from(hash, 'hex') : sha256(Buffer.from(key));
      const kept = { owner, hash: bytes, label, expiresAt: atStart, atStart };
      declared.push(kept);
      keep(kept);
    },
    add(owner, key, facts) {
      const kept = { owner, hash: sha256(Buffer.from(key)), ...facts };
      made.set(kept.hash.toString('hex'), kept);
      keep(kept);
    },
    reset(owner) {
      forget(owner, ({ atStart }) => atStart === undefined);
      for (const kept of of(owner)) kept.expiresAt = kept.atStart ?? kept.expiresAt;
    },
    remove: (owner) => forget(owner, () => true),
  };
}

/** `key-2` for the second key; the next number if an earlier key has that label. */
export function nextLabel(kept: readonly { readonly label: string }[]): string {
  let number = kept.length + 1;
  while (kept.some(({ label }) => label === `key-${number}`)) number += 1;
  return `key-${number}`;
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
