import type { DeclaredKey } from '../../file/declared-accounts.ts';
import { describeKey, hashKey } from '../../key-hash.ts';
import { defineSection } from '../section.ts';

interface KeyRow {
  /** Hexadecimal. */
  readonly hash: string;
  readonly label: string | null;
  readonly expiresAt: Date | null;
}

/** The SHA-256 of a declared key, in hexadecimal. */
export function hashOf({ key, hash = '' }: DeclaredKey): string {
  return key === undefined ? hash.toLowerCase() : hashKey(key).toString('hex');
}

/** The API keys of the account (ADR-0028). */
export const keys = defineSection<KeyRow>({
  what: 'key',
  declared: (account) =>
    account.keys.map((key) => ({
      hash: hashOf(key),
      label: key.label ?? null,
      expiresAt: key.expiresAt === undefined ? null : new Date(key.expiresAt),
    })),
  async stored(client, accountIds) {
    const { rows } = await client.query<KeyRow & { accountId: number }>(
      `select account_id as "accountId", encode(hash, 'hex') as hash, label, expires_at as "expiresAt"
       from cascade.api_keys where account_id = any($1::bigint[])`,
      [accountIds],
    );
    return rows.map(({ accountId, ...row }) => ({ accountId, row }));
  },
  identity: ({ hash }) => hash,
  label: ({ hash, label }) => describeKey(hash, label),
  remove: (client, accountId, rows) =>
    client.query(
      `delete from cascade.api_keys
       where account_id = $1 and encode(hash, 'hex') = any($2::text[])`,
      [accountId, rows.map(({ hash }) => hash)],
    ),
  put: (client, accountId, rows) =>
    client.query(
      `insert into cascade.api_keys (account_id, hash, label, expires_at)
       select $1, decode(hash, 'hex'), label, "expiresAt"
       from jsonb_to_recordset($2) as row (hash text, label text, "expiresAt" timestamptz)
       on conflict (hash) do update set label = excluded.label, expires_at = excluded.expires_at`,
      [accountId, JSON.stringify(rows)],
    ),
});
