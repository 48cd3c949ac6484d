import type { DeclaredStage } from '../../../generated/declared-accounts.ts';
import { sql, t } from '../../../store/tables.ts';
import { defineSection } from '../section.ts';

interface CascadeRow {
  readonly id: number;
  readonly name: string;
  readonly coverage: string;
  readonly stages: readonly StageRow[];
}

interface StageRow {
  readonly uuid: string;
  readonly channel: string;
  readonly ttlSeconds: number | null;
  readonly subjectId: number | null;
  readonly subject: string | null;
}

const storedSql = sql`
select c.account_id as "accountId", c.id, c.name, c.coverage,
  coalesce(
    jsonb_agg(
      jsonb_build_object(
        'uuid', s.uuid, 'channel', s.channel, 'ttlSeconds', s.ttl_seconds,
        'subjectId', s.subject_id, 'subject', s.subject
      ) order by s.position
    ) filter (where s.uuid is not null),
    '[]'
  ) as stages
from ${t.cascades} c
left join ${t.stages} s on s.account_id = c.account_id and s.cascade_id = c.id
where c.account_id = any($1::bigint[])
group by c.account_id, c.id`;

/** Cascades with their stages (§2.3). Accepted messages keep the stages of their acceptance. */
export const cascades = defineSection<CascadeRow>({
  what: 'cascade',
  declared: (account) =>
    account.cascades.map(({ id, name, coverage = 'violations', stages }) => ({
      id,
      name,
      coverage,
      stages: stages.map(toRow),
    })),
  stored: storedSql,
  identity: ({ id }) => String(id),
  label: ({ id, name }) => `${id} ${name}`,
  remove: (client, accountId, rows) =>
    client.query(sql`delete from ${t.cascades} where account_id = $1 and id = any($2::bigint[])`, [
      accountId,
      rows.map(({ id }) => id),
    ]),
  async put(client, accountId, rows) {
    const values = [accountId, JSON.stringify(rows)];
    await client.query(putSql, values);
    await client.query(clearStagesSql, values);
    await client.query(putStagesSql, values);
  },
});

function toRow({ uuid, channel, ttl, subject }: DeclaredStage): StageRow {
  const [hours = 0, minutes = 0, seconds = 0] = (ttl ?? '').split(':').map(Number);
  return {
    uuid: uuid.toLowerCase(),
    channel,
    ttlSeconds: ttl === undefined ? null : (hours * 60 + minutes) * 60 + seconds,
    subjectId: subject.id,
    subject: subject.subject,
  };
}

const putSql = sql`
insert into ${t.cascades} (account_id, id, name, coverage)
select $1, id, name, coverage from jsonb_to_recordset($2) as row (id bigint, name text, coverage text)
on conflict (account_id, id) do update set name = excluded.name, coverage = excluded.coverage`;

const clearStagesSql = sql`
delete from ${t.stages} s
using jsonb_to_recordset($2) as row (id bigint)
where s.account_id = $1 and s.cascade_id = row.id`;

const putStagesSql = sql`
insert into ${t.stages} (account_id, cascade_id, position, uuid, channel, ttl_seconds, subject_id, subject)
select $1, row.id, stage.position, (step->>'uuid')::uuid, step->>'channel', (step->>'ttlSeconds')::integer,
  (step->>'subjectId')::integer, step->>'subject'
from jsonb_to_recordset($2) as row (id bigint, stages jsonb),
  jsonb_array_elements(row.stages) with ordinality as stage (step, position)`;

interface PriceRow {
  readonly channel: string;
  readonly price: number;
}

/** The price of a stage by channel (ADR-0012). Accepted messages keep the price of their acceptance. */
export const prices = defineSection<PriceRow>({
  what: 'price',
  declared: (account) => Object.entries(account.prices).map(([channel, price]) => ({ channel, price })),
  stored: sql`select account_id as "accountId", channel, price from ${t.prices} where account_id = any($1::bigint[])`,
  identity: ({ channel }) => channel,
  label: ({ channel, price }) => `${channel} ${price}`,
  remove: (client, accountId, rows) =>
    client.query(sql`delete from ${t.prices} where account_id = $1 and channel = any($2::text[])`, [
      accountId,
      rows.map(({ channel }) => channel),
    ]),
  put: (client, accountId, rows) =>
    client.query(
      sql`insert into ${t.prices} (account_id, channel, price)
       select $1, channel, price from jsonb_to_recordset($2) as row (channel text, price bigint)
       on conflict (account_id, channel) do update set price = excluded.price`,
      [accountId, JSON.stringify(rows)],
    ),
});
