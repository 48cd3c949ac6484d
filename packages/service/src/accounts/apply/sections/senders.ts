import type { DeclaredAccount } from '../../../generated/declared-accounts.ts';
import { sql, t } from '../../../store/tables.ts';
import { defineSection } from '../section.ts';

interface SenderRow {
  readonly channel: string;
  readonly subject: string;
  readonly activated: boolean;
}

/** Sender signatures. A stage with an inactive signature ends with error-subject-unknown (§7.4). */
export const senders = defineSection<SenderRow>({
  what: 'sender',
  declared: ({ senders, cascades }) =>
    senders?.map(({ channel, subject, activated = true }) => ({ channel, subject, activated })) ??
    namedByStages(cascades),
  stored: sql`select account_id as "accountId", channel, subject, activated_at is not null as activated
    from ${t.senders} where account_id = any($1::bigint[])`,
  identity: ({ channel, subject }) => JSON.stringify([channel, subject]),
  label: ({ channel, subject, activated }) => `${channel} ${subject}${activated ? '' : ', not activated'}`,
  remove: (client, accountId, rows) =>
    client.query(
      sql`delete from ${t.senders} s
       using jsonb_to_recordset($2) as row (channel text, subject text)
       where s.account_id = $1 and s.channel = row.channel and s.subject = row.subject`,
      [accountId, JSON.stringify(rows)],
    ),
  put: (client, accountId, rows) =>
    client.query(
      sql`insert into ${t.senders} (account_id, channel, subject, activated_at)
       select $1, channel, subject, case when activated then now() end
       from jsonb_to_recordset($2) as row (channel text, subject text, activated boolean)
       on conflict (account_id, channel, subject) do update set activated_at = excluded.activated_at`,
      [accountId, JSON.stringify(rows)],
    ),
});

function namedByStages(cascades: DeclaredAccount['cascades']): SenderRow[] {
  const rows = cascades.flatMap(({ stages }) =>
    stages.map(({ channel, subject }) => ({ channel, subject: subject.subject, activated: true })),
  );
  return [...new Map(rows.map((row) => [`${row.channel} ${row.subject}`, row])).values()];
}

interface TemplateRow {
  readonly channel: string;
  readonly name: string;
  readonly text: string;
}

/** The templates that a text must match (§7.4). A channel without templates accepts every text. */
export const templates = defineSection<TemplateRow>({
  what: 'template',
  declared: ({ templates = [] }) => templates.map(({ channel, name, text }) => ({ channel, name, text })),
  stored: sql`select account_id as "accountId", channel, name, text
    from ${t.templates} where account_id = any($1::bigint[])`,
  identity: ({ channel, name }) => JSON.stringify([channel, name]),
  label: ({ channel, name }) => `${channel} ${name}`,
  remove: (client, accountId, rows) =>
    client.query(
      sql`delete from ${t.templates} t
       using jsonb_to_recordset($2) as row (channel text, name text)
       where t.account_id = $1 and t.channel = row.channel and t.name = row.name`,
      [accountId, JSON.stringify(rows)],
    ),
  put: (client, accountId, rows) =>
    client.query(
      sql`insert into ${t.templates} (account_id, channel, name, text)
       select $1, channel, name, text
       from jsonb_to_recordset($2) as row (channel text, name text, text text)
       on conflict (account_id, channel, name) do update set text = excluded.text`,
      [accountId, JSON.stringify(rows)],
    ),
});
