import { defineSection } from '../section.ts';

interface CallbackRow {
  readonly url: string;
}

/** The callback URL of the account (ADR-0014). Only the API registers URLs of single senders. */
export const callback = defineSection<CallbackRow>({
  what: 'callback',
  declared({ callback }) {
    if (callback?.url === undefined) return undefined;
    return callback.url === null ? [] : [{ url: callback.url }];
  },
  async stored(client, accountIds) {
    const { rows } = await client.query<CallbackRow & { accountId: number }>(
      `select account_id as "accountId", url from cascade.callbacks
       where account_id = any($1::bigint[]) and subject_id is null`,
      [accountIds],
    );
    return rows.map(({ accountId, url }) => ({ accountId, row: { url } }));
  },
  identity: () => 'the only one',
  // The path may hold a secret.
  label: ({ url }) => new URL(url).host,
  remove: (client, accountId) =>
    client.query('delete from cascade.callbacks where account_id = $1 and subject_id is null', [accountId]),
  put: (client, accountId, rows) =>
    client.query(
      `insert into cascade.callbacks (account_id, subject_id, url) values ($1, null, $2)
       on conflict (account_id, subject_id) do update set url = excluded.url, disabled_at = null`,
      [accountId, rows[0]?.url],
    ),
});
