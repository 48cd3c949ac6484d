import { defineSection } from '../section.ts';

interface PriceRow {
  readonly channel: string;
  readonly price: number;
}

/** The price of a stage by channel (ADR-0012). Accepted messages keep the price of their acceptance. */
export const prices = defineSection<PriceRow>({
  what: 'price',
  declared: (account) => Object.entries(account.prices).map(([channel, price]) => ({ channel, price })),
  async stored(client, accountIds) {
    const { rows } = await client.query<PriceRow & { accountId: number }>(
      `select account_id as "accountId", channel, price from cascade.prices where account_id = any($1::bigint[])`,
      [accountIds],
    );
    return rows.map(({ accountId, ...row }) => ({ accountId, row }));
  },
  identity: ({ channel }) => channel,
  label: ({ channel, price }) => `${channel} ${price}`,
  remove: (client, accountId, rows) =>
    client.query('delete from cascade.prices where account_id = $1 and channel = any($2::text[])', [
      accountId,
      rows.map(({ channel }) => channel),
    ]),
  put: (client, accountId, rows) =>
    client.query(
      `insert into cascade.prices (account_id, channel, price)
       select $1, channel, price from jsonb_to_recordset($2) as row (channel text, price bigint)
       on conflict (account_id, channel) do update set price = excluded.price`,
      [accountId, JSON.stringify(rows)],
    ),
});
