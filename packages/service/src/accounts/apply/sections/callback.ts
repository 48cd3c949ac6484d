import { defineSection } from '../section.ts';

interface CallbackRow {
  readonly url: string;
  /** Their values may be secrets. Null if there are none. */
  readonly headers: Readonly<Record<string, string>> | null;
}

/** The callback URL of the account (ADR-0014), and the headers that go to it (ADR-0017). Only the API registers URLs of single senders. */
export const callback = defineSection<CallbackRow>({
  what: 'callback',
  declared({ callback }) {
    if (callback?.url === undefined) return undefined;
    const { url, headers = {} } = callback;
    return url === null ? [] : [{ url, headers: Object.keys(headers).length === 0 ? null : headers }];
  },
  async stored(client, accountIds) {
    const { rows } = await client.query<CallbackRow & { accountId: number }>(
      `select account_id as "accountId", url, headers from cascade.callbacks
       where account_id = any($1::bigint[]) and subject_id is null`,
      [accountIds],
    );
    return rows.map(({ accountId, ...row }) => ({ accountId, row }));
  },
  identity: () => 'the only one',
  // The path and the headers may hold a secret.
  label: ({ url }) => new URL(url).host,
  remove: (client, accountId) =>
    client.query('delete from cascade.callbacks where account_id = $1 and subject_id is null', [accountId]),
  put: (client, accountId, [row]) =>
    client.query(
      `insert into cascade.callbacks (account_id, subject_id, url, headers) values ($1, null, $2, $3)
       on conflict (account_id, subject_id) do update
       set url = excluded.url, headers = excluded.headers, failing_since = null, last_error = null,
         disabled_at = case when callbacks.disabled_reason <> '410' then callbacks.disabled_at end`,
      [accountId, row?.url, row?.headers],
    ),
});
