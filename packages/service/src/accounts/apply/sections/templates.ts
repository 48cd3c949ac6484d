import { defineSection } from '../section.ts';

interface TemplateRow {
  readonly channel: string;
  readonly name: string;
  readonly text: string;
}

/** The templates that a text must match (§7.4). A channel without templates accepts every text. */
export const templates = defineSection<TemplateRow>({
  what: 'template',
  declared: ({ templates = [] }) => templates.map(({ channel, name, text }) => ({ channel, name, text })),
  async stored(client, accountIds) {
    const { rows } = await client.query<TemplateRow & { accountId: number }>(
      `select account_id as "accountId", channel, name, text
       from cascade.templates where account_id = any($1::bigint[])`,
      [accountIds],
    );
    return rows.map(({ accountId, ...row }) => ({ accountId, row }));
  },
  identity: ({ channel, name }) => JSON.stringify([channel, name]),
  label: ({ channel, name }) => `${channel} ${name}`,
  remove: (client, accountId, rows) =>
    client.query(
      `delete from cascade.templates t
       using jsonb_to_recordset($2) as row (channel text, name text)
       where t.account_id = $1 and t.channel = row.channel and t.name = row.name`,
      [accountId, JSON.stringify(rows)],
    ),
  put: (client, accountId, rows) =>
    client.query(
      `insert into cascade.templates (account_id, channel, name, text)
       select $1, channel, name, text
       from jsonb_to_recordset($2) as row (channel text, name text, text text)
       on conflict (account_id, channel, name) do update set text = excluded.text`,
      [accountId, JSON.stringify(rows)],
    ),
});
