import type { openStore } from '@cascade/service/bench';

export type Pool = Awaited<ReturnType<typeof openStore>>['pool'];

/** Rows in one transaction. */
const portion = 500_000;

/**
 * Adds messages, 100 a second, each delivered by its first stage, until there are that many; nine of ten are of the
 * first account, and every address has about ten.
 */
export async function fillUpTo(
  pool: Pool,
  count: number,
  accountIds: readonly [number, number],
): Promise<void> {
  const { rows } = await pool.query('select coalesce(max(id), 0) as last from cascade.messages');
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('set synchronous_commit = off');
    for (let first = Number(rows[0].last) + 1; first <= count; first += portion) {
      const last = Math.min(count, first + portion - 1);
      for (const statement of statements) await client.query(statement(accountIds), [first, last]);
    }
  } finally {
    await client.query('reset all');
    client.release();
  }
}

type Statement = (accountIds: readonly [number, number]) => string;

const series = 'from generate_series($1::bigint, $2::bigint) as g';
const uuid = `lpad(to_hex(g), 32, '0')::uuid`;
const requestId = uuid;
const at = `timestamptz '2026-11-01' + g * interval '10 ms'`;
const owner: Statement = ([mostly, tenth]) => `case g % 10 when 0 then ${tenth} else ${mostly} end`;

/** What acceptance and delivery write, but for ledger and jobs. */
const statements: readonly Statement[] = [
  (accounts) =>
    `insert into cascade.request_ids (account_id, request_id, message_id) select ${owner(accounts)}, ${requestId}, g ${series}`,
  (accounts) =>
    `insert into cascade.messages (
       id, account_id, request_id, request_id_as_sent, cascade_id, address, fingerprint, accepted_at, reserved, state,
       ended_at, in_request_ids
     )
     overriding system value
     select g, ${owner(accounts)}, ${requestId}, ${requestId}::text, 2002, '+1' || (2000000000 + g * 7919 % (greatest($2, 10) / 10)),
       sha256(g::text::bytea), ${at}, 0, 'ended', ${at} + interval '2 s', true
     ${series}`,
  (accounts) =>
    `insert into cascade.message_plans (account_id, message_id, content, stages)
     select ${owner(accounts)}, g, json_build_object('smsContent', json_build_object('contentType', 'TEXT', 'text', 'Code ' || g)),
       jsonb_build_array(jsonb_build_object(
         'uuid', ${uuid}, 'channel', 'SMS', 'ttlSeconds', null, 'subjectId', g % 7, 'subject', 'codes', 'price', 5))
     ${series}`,
  (accounts) =>
    `insert into cascade.stage_attempts (id, account_id, message_id, position, state, status, started_at, ended_at)
     select ${uuid}, ${owner(accounts)}, g, 1, 'ended', 'DELIVERED', ${at} + interval '10 ms', ${at} + interval '2 s' ${series}`,
  (accounts) =>
    `insert into cascade.status_events (id, account_id, message_id, position, status, at, state)
     select 'evt_' || lpad(g::text, 9, '0'), ${owner(accounts)}, g, 1, 'DELIVERED', ${at} + interval '2 s', 'delivered' ${series}`,
];
