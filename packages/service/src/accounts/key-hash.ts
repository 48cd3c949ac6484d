import { hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { sql, t } from '../store/tables.ts';

/**
 * The SHA-256 of an API key; the key itself is not stored (ADR-0028). Keys are ASCII; Node reads headers as
 * Latin-1.
 */
export function hashKey(key: string): Buffer {
  return hash('sha256', Buffer.from(key, 'latin1'), 'buffer');
}

/** The first 8 digits of a hash, for display. */
export function shortHash(hex: string): string {
  return hex.slice(0, 8);
}

/** Names a key by its label and short hash, never by the key itself. */
export function describeKey(hex: string, label: string | null): string {
  return label === null ? shortHash(hex) : `${label} (${shortHash(hex)})`;
}

/** How many keys of an account can be valid at once: what a rotation needs (ADR-0028). */
export const validKeysAtOnce = 2;

/** Whether a key is valid at an instant. */
export function isValidAt({ expiresAt }: { readonly expiresAt: Date | null }, now: Date): boolean {
  return expiresAt === null || now < expiresAt;
}

/** When the command line ended a key. */
export interface KeyEnd {
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  readonly endsAt: Date;
  /** Whether the key was removed, and not only set to expire. */
  readonly removed: boolean;
}

/** The ends of these keys, by hash. */
export async function readKeyEnds(
  client: PoolClient,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, KeyEnd>> {
  const { rows } = await client.query<KeyEnd>(
    sql`select encode(hash, 'hex') as hash, ends_at as "endsAt", removed from ${t.key_ends}
     where hash in (select decode(hash, 'hex') from unnest($1::text[]) as hash)`,
    [hashes],
  );
  return new Map(rows.map((end) => [end.hash, end]));
}

/** Records the end of a key. A removed key stays removed. */
export async function recordKeyEnd(
  client: PoolClient,
  accountId: number,
  { hash, endsAt, removed }: KeyEnd,
): Promise<void> {
  await client.query(
    sql`insert into ${t.key_ends} as key_ends (hash, account_id, ends_at, removed)
     values (decode($1, 'hex'), $2, $3, $4)
     on conflict (hash) do update set ends_at = excluded.ends_at, removed = key_ends.removed or excluded.removed`,
    [hash, accountId, endsAt, removed],
  );
}
