import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../store/transaction.ts';
import { type BatchKnowledge, decideBatch } from './decide-batch.ts';
import type { IntakeItem, IntakeVerdict, NewMessage } from './intake-item.ts';

/** A message that the transaction has inserted. */
export interface AcceptedMessage {
  readonly messageId: number;
  readonly startAt: Date | null;
}

/** Adds the first job of each accepted message to the transaction. */
export type EnqueueFirstStages = (client: PoolClient, accepted: readonly AcceptedMessage[]) => Promise<void>;

/** An item that gets in. */
interface Entry {
  readonly accountId: number;
  readonly requestId: string;
  readonly message: NewMessage;
  readonly duplicate: boolean;
}

/**
 * Settles a batch in one transaction: who is unique, who can pay, and everything that acceptance writes. The
 * verdicts hold once the promise does: the commit is durable. The items of a batch have different request ids.
 */
export function commitBatch(
  pool: Pool,
  items: readonly IntakeItem[],
  enqueue: EnqueueFirstStages,
): Promise<readonly IntakeVerdict[]> {
  return inTransaction(pool, async (client) => {
    const available = await lockAccounts(client, items);
    const decisions = decideBatch(items, { available, ...(await lookUp(client, items)) });
    const entries = items.flatMap(({ accountId, requestId, message }, position): Entry[] => {
      const decision = decisions[position];
      if (message === undefined || decision?.verdict !== 'accepted') return [];
      return [{ accountId, requestId, message, duplicate: decision.duplicate }];
    });
    if (entries.length > 0) await enqueue(client, await insert(client, entries));
    return decisions.map(({ verdict }) => verdict);
  });
}

/** Locks in the order of the ids, or two replicas with the same accounts would wait for each other for ever. */
async function lockAccounts(client: PoolClient, items: readonly IntakeItem[]): Promise<Map<number, number>> {
  const paying = items.filter(({ message }) => message !== undefined);
  const ids = [...new Set(paying.map(({ accountId }) => accountId))];
  const { rows } = await client.query<{ id: number; available: number }>(
    `select id, balance - reserved as available
     from cascade.accounts
     where id = any($1::bigint[])
     order by id
     for no key update`,
    [ids],
  );
  return new Map(rows.map(({ id, available }) => [id, available]));
}

/** A statement of its own: it has to see what was committed while we waited for the locks. */
async function lookUp(
  client: PoolClient,
  items: readonly IntakeItem[],
): Promise<Pick<BatchKnowledge, 'used' | 'repeated'>> {
  const { rows } = await client.query<{ n: number; used: boolean; repeated: boolean }>(
    `select i.n, u.request_id is not null as used, m.id is not null as repeated
     from unnest($1::int[], $2::bigint[], $3::uuid[], $4::bytea[]) as i (n, account_id, request_id, fingerprint)
     left join lateral (
       select request_id from cascade.request_ids
       where account_id = i.account_id and request_id = i.request_id
       limit 1
     ) as u on true
     left join lateral (
       select id from cascade.messages
       where account_id = i.account_id and fingerprint = i.fingerprint
         and not duplicate and accepted_at > now() - interval '300 seconds'
       limit 1
     ) as m on true`,
    [
      items.map((_, position) => position),
      items.map(({ accountId }) => accountId),
      items.map(({ requestId }) => requestId),
      items.map(({ message }) => message?.fingerprint ?? null),
    ],
  );
  const positions = (is: (row: { used: boolean; repeated: boolean }) => boolean) =>
    new Set(rows.filter(is).map(({ n }) => n));
  return { used: positions(({ used }) => used), repeated: positions(({ repeated }) => repeated) };
}

async function insert(client: PoolClient, entries: readonly Entry[]): Promise<AcceptedMessage[]> {
  const messages = entries.map(({ message }) => message);
  const { rows } = await client.query<{ id: number; start_at: Date | null }>(insertSql, [
    entries.map(({ accountId }) => accountId),
    entries.map(({ requestId }) => requestId),
    messages.map(({ requestIdAsSent }) => storable(requestIdAsSent)),
    messages.map(({ cascadeId }) => cascadeId),
    messages.map(({ address }) => storable(address)),
    messages.map(({ addressType }) => storable(addressType)),
    messages.map(({ comment }) => (comment === null ? null : storable(comment))),
    messages.map((message) => message.fingerprint),
    entries.map(({ duplicate }) => duplicate),
    messages.map(({ startAt }) => startAt),
    messages.map(({ cost }) => cost),
    messages.map(({ content }) => JSON.stringify(content)),
    messages.map(({ stages }) => JSON.stringify(stages)),
  ]);
  return rows.map(({ id, start_at: startAt }) => ({ messageId: id, startAt }));
}

/** PostgreSQL has no text with U+0000. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

const insertSql = `
with input as materialized (
  select *
  from unnest(
    $1::bigint[], $2::uuid[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::bytea[],
    $9::boolean[], $10::timestamptz[], $11::bigint[], $12::text[], $13::text[]
  ) as t (
    account_id, request_id, as_sent, cascade_id, address, address_type, comment, fingerprint, duplicate, start_at, cost,
    content, stages
  )
), used as (
  insert into cascade.request_ids (account_id, request_id)
  select account_id, request_id from input
), accepted as (
  insert into cascade.messages (
    account_id, request_id, request_id_as_sent, cascade_id, address, address_type, comment, fingerprint, duplicate, start_at, reserved
  )
  select account_id, request_id, as_sent, cascade_id, address, address_type, comment, fingerprint, duplicate, start_at, cost
  from input
  returning id, account_id, request_id, start_at
), planned as (
  insert into cascade.message_plans (message_id, content, stages)
  select a.id, i.content::json, i.stages::jsonb
  from accepted a join input i using (account_id, request_id)
), booked as (
  insert into cascade.ledger (account_id, message_id, debit, credit, amount)
  select a.account_id, a.id, 'available', 'reserved', i.cost
  from accepted a join input i using (account_id, request_id)
  where i.cost > 0
), reserved as (
  update cascade.accounts a
  set reserved = a.reserved + sums.cost
  from (select account_id, sum(cost)::bigint as cost from input group by account_id) as sums
  where a.id = sums.account_id
)
select id, start_at from accepted`;
