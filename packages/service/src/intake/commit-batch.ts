import type { Pool, PoolClient } from 'pg';
import { prepared } from '../store/prepared.ts';
import { inTransaction } from '../store/transaction.ts';
import { type BatchKnowledge, decideBatch } from './decide-batch.ts';
import type { IntakeItem, IntakeVerdict, NewMessage } from './intake-item.ts';

/** A message that the transaction inserts. */
export interface AcceptedMessage {
  readonly messageId: number;
  readonly startAt: Date | null;
}

/** Adds the first job of each accepted message to the transaction; gives the ends of its statements. */
export type EnqueueFirstStages = (
  client: PoolClient,
  accepted: readonly AcceptedMessage[],
) => Promise<readonly Promise<unknown>[]>;

/** An item that gets in. */
interface Entry {
  readonly messageId: number;
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
  return inTransaction(pool, async (client, write) => {
    // In one round trip, each seeing what was committed while the one before it waited.
    const [available, { ids, ...known }] = await Promise.all([
      lockAccounts(client, items),
      lookUp(client, items),
    ]);
    const decisions = decideBatch(items, { available, ...known });
    const entries = items.flatMap(({ accountId, requestId, message }, position): Entry[] => {
      const decision = decisions[position];
      const messageId = ids[position];
      if (message === undefined || messageId === undefined || decision?.verdict !== 'accepted') return [];
      return [{ messageId, accountId, requestId, message, duplicate: decision.duplicate }];
    });
    if (entries.length > 0) {
      write(insert(client, entries));
      const accepted = entries.map(({ messageId, message: { startAt } }) => ({ messageId, startAt }));
      for (const end of await enqueue(client, accepted)) write(end);
    }
    return decisions.map(({ verdict }) => verdict);
  });
}

/** Locks in the order of the ids, or two replicas with the same accounts would wait for each other for ever. */
async function lockAccounts(client: PoolClient, items: readonly IntakeItem[]): Promise<Map<number, number>> {
  const paying = items.filter(({ message }) => message !== undefined);
  const ids = [...new Set(paying.map(({ accountId }) => accountId))];
  const { rows } = await client.query<{ id: number; available: number }>(lockSql([ids]));
  return new Map(rows.map(({ id, available }) => [id, available]));
}

const lockSql = prepared(`
select id, balance - reserved as available
from cascade.accounts
where id = any($1::bigint[])
order by id
for no key update`);

/** What is known of a batch, with a number for each message, so that its job need not wait for its insertion. */
interface LookedUp extends Pick<BatchKnowledge, 'used' | 'repeated'> {
  readonly ids: readonly number[];
}

interface LookUpRow {
  readonly n: number;
  readonly id: number;
  readonly used: boolean;
  readonly repeated: boolean;
}

/** A statement of its own: it has to see what was committed while we waited for the locks. */
async function lookUp(client: PoolClient, items: readonly IntakeItem[]): Promise<LookedUp> {
  const { rows } = await client.query<LookUpRow>(
    lookUpSql([
      items.map((_, position) => position),
      items.map(({ accountId }) => accountId),
      items.map(({ requestId }) => requestId),
      items.map(({ message }) => message?.fingerprint ?? null),
    ]),
  );
  const ids: number[] = [];
  for (const { n, id } of rows) ids[n] = id;
  const positions = (is: (row: LookUpRow) => boolean) => new Set(rows.filter(is).map(({ n }) => n));
  return { ids, used: positions(({ used }) => used), repeated: positions(({ repeated }) => repeated) };
}

/** A message that is refused leaves a gap in the numbers. */
const lookUpSql = prepared(`
select i.n, nextval('cascade.messages_id_seq') as id, u.request_id is not null as used, m.id is not null as repeated
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
) as m on true`);

function insert(client: PoolClient, entries: readonly Entry[]): Promise<unknown> {
  const messages = entries.map(({ message }) => message);
  return client.query(
    insertSql([
      entries.map(({ messageId }) => messageId),
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
      messages.map(({ traceparent = null }) => traceparent),
    ]),
  );
}

/** PostgreSQL has no text with U+0000. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

const insertSql = prepared(`
with input as materialized (
  select *
  from unnest(
    $1::bigint[], $2::bigint[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::bytea[],
    $10::boolean[], $11::timestamptz[], $12::bigint[], $13::text[], $14::text[], $15::text[]
  ) as t (
    id, account_id, request_id, as_sent, cascade_id, address, address_type, comment, fingerprint, duplicate, start_at,
    cost, content, stages, traceparent
  )
), used as (
  insert into cascade.request_ids (account_id, request_id)
  select account_id, request_id from input
), accepted as (
  insert into cascade.messages (
    id, account_id, request_id, request_id_as_sent, cascade_id, address, address_type, comment, fingerprint, duplicate,
    start_at, reserved
  )
  overriding system value
  select
    id, account_id, request_id, as_sent, cascade_id, address, address_type, comment, fingerprint, duplicate, start_at,
    cost
  from input
), planned as (
  insert into cascade.message_plans (message_id, content, stages, traceparent)
  select id, content::json, stages::jsonb, traceparent from input
), booked as (
  insert into cascade.ledger (account_id, message_id, debit, credit, amount)
  select account_id, id, 'available', 'reserved', cost from input where cost > 0
)
update cascade.accounts a
set reserved = a.reserved + sums.cost
from (select account_id, sum(cost)::bigint as cost from input group by account_id) as sums
where a.id = sums.account_id`);
