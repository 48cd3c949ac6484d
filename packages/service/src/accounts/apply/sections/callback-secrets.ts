import { hash } from 'node:crypto';
import { shortHash } from '../../key-hash.ts';
import { defineSection } from '../section.ts';

interface SecretRow {
  readonly secret: string;
  /** Null for a declared secret: it is valid until the file no longer has it. */
  readonly expiresAt: Date | null;
}

/** The secrets that sign callbacks (ADR-0017). */
export const callbackSecrets = defineSection<SecretRow>({
  what: 'callback secret',
  declared: ({ callback }) => callback?.secrets?.map((secret) => ({ secret, expiresAt: null })),
  async stored(client, accountIds) {
    const { rows } = await client.query<SecretRow & { accountId: number }>(
      `select account_id as "accountId", secret, expires_at as "expiresAt"
       from cascade.callback_secrets where account_id = any($1::bigint[])`,
      [accountIds],
    );
    return rows.map(({ accountId, ...row }) => ({ accountId, row }));
  },
  identity: ({ secret }) => secret,
  label: ({ secret }) => shortHash(hash('sha256', secret)),
  remove: (client, accountId, rows) =>
    client.query('delete from cascade.callback_secrets where account_id = $1 and secret = any($2::text[])', [
      accountId,
      rows.map(({ secret }) => secret),
    ]),
  put: (client, accountId, rows) =>
    client.query(
      `insert into cascade.callback_secrets (account_id, secret)
       select $1, unnest($2::text[])
       on conflict (account_id, secret) do update set expires_at = null`,
      [accountId, rows.map(({ secret }) => secret)],
    ),
});
