import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import type { PoolClient } from 'pg';
import type { DeclaredAccount } from '../../../generated/declared-accounts.ts';
import { hostOf, isPermittedAddress } from '../../../permitted-address.ts';
import { sql, t } from '../../../store/tables.ts';
import { countRegistration } from '../../count-registration.ts';
import { shortHash } from '../../key-hash.ts';
import { defineSection, planSection, type Section, type SectionPlan } from '../section.ts';

interface CallbackRow {
  readonly url: string;
  /** Their values may be secrets. Null if there are none. */
  readonly headers: Readonly<Record<string, string>> | null;
}

interface Stored {
  /** What is registered, by the file or by the API. */
  readonly row: CallbackRow | undefined;
  /** Whether the registration has a secret of its own (ADR-0057), or the account has stored ones. */
  readonly hasOwnSecret: boolean;
  readonly hasSecrets: boolean;
  /** The digest of what the file declared when it was last applied; null if it declared nothing. */
  readonly applied: string | null;
}

/**
 * The callback URL of the account (ADR-0014), and the headers that go to it (ADR-0017). Only the API
 * registers URLs of single senders. While the file declares the same as when it was last applied, what the
 * API registered since stays.
 */
export const callback: Section = {
  async read(client, accountIds) {
    const { rows } = await client.query<CallbackRow & Omit<Stored, 'row'> & { accountId: number }>(
      sql`select account.id as "accountId", encode(account.file_callback, 'hex') as applied, callback.url, callback.headers,
         callback.secret is not null as "hasOwnSecret",
         exists (select from ${t.callback_secrets} secrets where secrets.account_id = account.id) as "hasSecrets"
       from ${t.accounts} account
       left join ${t.callbacks} callback on callback.account_id = account.id and callback.subject_id is null
       where account.id = any($1::bigint[])`,
      [accountIds],
    );
    const stored = new Map(
      rows.map(({ accountId, url, headers, ...facts }) => [
        accountId,
        { ...facts, row: url === null ? undefined : { url, headers } },
      ]),
    );
    const none = { row: undefined, applied: null, hasOwnSecret: false, hasSecrets: false };
    return (account, accountId) => plan(account, stored.get(accountId ?? 0) ?? none);
  },
};

function plan(account: DeclaredAccount, stored: Stored): SectionPlan {
  const warnings = [...warnUnsigned(account, stored), ...warnBlocked(account)];
  return { ...planUrl(account, stored), warnings };
}

/** The service decides when it connects (ADR-0014); it may permit networks that this command does not know. */
function warnBlocked({ callback }: DeclaredAccount): readonly string[] {
  if (typeof callback?.url !== 'string') return [];
  const { host, hostname } = new URL(callback.url);
  const address = hostOf(hostname);
  if (isIP(address) === 0 || isPermittedAddress(address, { allowLoopback: true })) return [];
  return [
    `callback ${host}: nothing is sent to this address unless privateReceivers of the service file permits it`,
  ];
}

/** Only the API makes a secret, since the output of a command ends up in logs. */
function warnUnsigned(
  { callback }: DeclaredAccount,
  { hasOwnSecret, hasSecrets }: Stored,
): readonly string[] {
  if (typeof callback?.url !== 'string' || hasOwnSecret) return [];
  const isSigned = callback.secrets === undefined ? hasSecrets : callback.secrets.length > 0;
  const host = labelOf({ url: callback.url });
  return isSigned ? [] : [`callback ${host}: its callbacks are not signed; declare secrets beside the url`];
}

function planUrl(account: DeclaredAccount, { row, applied }: Stored): SectionPlan {
  const declared = declaredRows(account);
  const digest = declared === undefined ? null : digestOf(declared);
  const stored = row === undefined ? [] : [row];
  const asDeclared = planSection(writing, stored, declared);
  const note = digest === applied ? {} : { note: noteDigest(digest) };
  // What the file does not say anew does not undo a registration.
  if (row === undefined || digest !== applied || asDeclared.changes.length === 0)
    return { ...asDeclared, ...note };
  const kept = `callback ${labelOf(row)}: the API registered it since the file was applied, and it stays; write it into the file, or apply the file once without a callback, then with it`;
  return { ...planSection(writing, stored), kept: [kept] };
}

/** Undefined if the file says nothing of it. */
function declaredRows({ callback }: DeclaredAccount): readonly CallbackRow[] | undefined {
  if (callback?.url === undefined) return undefined;
  const { url, headers = {} } = callback;
  return url === null ? [] : [{ url, headers: Object.keys(headers).length === 0 ? null : headers }];
}

/** Hexadecimal. The order of the headers does not count. */
function digestOf(declared: readonly CallbackRow[]): string {
  const sorted = declared.map(({ url, headers }) => [url, Object.entries(headers ?? {}).sort()]);
  return hash('sha256', JSON.stringify(sorted));
}

function noteDigest(digest: string | null) {
  return (client: PoolClient, accountId: number) =>
    client.query(sql`update ${t.accounts} set file_callback = decode($2, 'hex') where id = $1`, [
      accountId,
      digest,
    ]);
}

// The path and the headers may hold a secret.
const labelOf = ({ url }: Pick<CallbackRow, 'url'>) => new URL(url).host;

const writing = {
  what: 'callback',
  identity: () => 'the only one',
  label: labelOf,
  remove: (client: PoolClient, accountId: number) =>
    client.query(sql`delete from ${t.callbacks} where account_id = $1 and subject_id is null`, [accountId]),
  put: async (client: PoolClient, accountId: number, [row]: readonly CallbackRow[]) =>
    client.query(
      sql`insert into ${t.callbacks} as callbacks (account_id, subject_id, url, headers, version) values ($1, null, $2, $3, $4)
       on conflict (account_id, subject_id) do update
       set url = excluded.url, headers = excluded.headers, failing_since = null, last_error = null,
         version = excluded.version,
         disabled_at = case when callbacks.disabled_reason <> '410' then callbacks.disabled_at end`,
      [accountId, row?.url, row?.headers, await countRegistration(client, accountId)],
    ),
};

interface SecretRow {
  readonly secret: string;
  /** Null for a declared secret: it is valid until the file no longer has it. */
  readonly expiresAt: Date | null;
}

/** The secrets that sign callbacks (ADR-0017). */
export const callbackSecrets = defineSection<SecretRow>({
  what: 'callback secret',
  declared: ({ callback }) => callback?.secrets?.map((secret) => ({ secret, expiresAt: null })),
  stored: sql`select account_id as "accountId", secret, expires_at as "expiresAt"
    from ${t.callback_secrets} where account_id = any($1::bigint[])`,
  identity: ({ secret }) => secret,
  label: ({ secret }) => shortHash(hash('sha256', secret)),
  remove: (client, accountId, rows) =>
    client.query(sql`delete from ${t.callback_secrets} where account_id = $1 and secret = any($2::text[])`, [
      accountId,
      rows.map(({ secret }) => secret),
    ]),
  put: (client, accountId, rows) =>
    client.query(
      sql`insert into ${t.callback_secrets} (account_id, secret)
       select $1, unnest($2::text[])
       on conflict (account_id, secret) do update set expires_at = null`,
      [accountId, rows.map(({ secret }) => secret)],
    ),
});
