import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { PlannedStage } from '../accounts/directory/account.ts';
import { newEventId, type StatusChange, writeEvents } from '../callbacks/status-change.ts';
import type { MessageKey } from '../store/message-key.ts';
import { writeTogether } from '../store/prepared.ts';
import { inTransaction } from '../store/transaction.ts';

/** A random secret in the format of the service. */
export function newSecret(): string {
  return `whsec_${Buffer.from(randomUUID()).toString('base64')}`;
}

export interface Registration {
  readonly url?: string;
  readonly subjectId?: number;
  readonly secrets?: readonly string[];
}

/** Adds an account with a callback registration; returns its id. */
export async function addAccount(
  pool: Pool,
  { url, subjectId, secrets = [] }: Registration,
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'insert into cascade.accounts (name) values ($1) returning id',
    [randomUUID()],
  );
  const id = rows[0]?.id ?? 0;
  if (url !== undefined) await register(pool, id, url, subjectId);
  for (const secret of secrets)
    await pool.query('insert into cascade.callback_secrets (account_id, secret) values ($1, $2)', [
      id,
      secret,
    ]);
  return id;
}

export async function register(
  pool: Pool,
  accountId: number,
  url: string,
  subjectId?: number,
): Promise<void> {
  await pool.query('insert into cascade.callbacks (account_id, subject_id, url) values ($1, $2, $3)', [
    accountId,
    subjectId ?? null,
    url,
  ]);
}

/** What matters to a test; the rest has defaults. */
export interface EventDetails {
  readonly requestId?: string;
  readonly comment?: string | null;
  readonly stage?: Partial<PlannedStage>;
  readonly status?: string;
  readonly reason?: string | null;
  readonly at?: Date;
}

/** Commits a message of one stage with one status event; returns the message id. */
export async function addEvent(pool: Pool, accountId: number, details: EventDetails = {}): Promise<number> {
  const { status = 'SENT', reason = null, at = new Date() } = details;
  return inTransaction(pool, async (client) => {
    const messageId = await addMessage(client, accountId, details);
    await addChanges(client, { accountId, messageId }, [{ status, reason, at }]);
    return messageId;
  });
}

/** Messages of one stage with an undelivered event each. */
export async function addUndelivered(pool: Pool, accountId: number, count: number): Promise<void> {
  await pool.query(
    `with message as (
       insert into cascade.messages
         (account_id, request_id, request_id_as_sent, cascade_id, address, fingerprint, reserved, state, ended_at)
       select $1, gen_random_uuid(), 'r', 1, 'a', sha256(''), 0, 'ended', now() from generate_series(1, $2::integer)
       returning id
     ), plan as (
       insert into cascade.message_plans (account_id, message_id, content, stages)
       select $1, id, '{}', $3::jsonb from message
     )
     insert into cascade.status_events (id, account_id, message_id, position, status, at)
     select ${keyedId}, $1, id, 1, 'SENT', now() from message`,
    [accountId, count, JSON.stringify([anyStage])],
  );
  await pool.query(
    `update cascade.status_events event set state = 'given-up', last_result = '503'
     from cascade.messages message
     where message.id = event.message_id and message.account_id = $1 and event.state = 'pending'`,
    [accountId],
  );
}

/** Accounts whose receiver is disabled, with an event each that waits until it is enabled. */
export async function addWaitingAccounts(pool: Pool, count: number): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    'insert into cascade.accounts (name) select gen_random_uuid() from generate_series(1, $1::integer) returning id',
    [count],
  );
  const ids = rows.map(({ id }) => id);
  await pool.query(
    `insert into cascade.callbacks (account_id, url, disabled_at, disabled_reason)
     select id, 'https://receiver.example/', now(), '410' from unnest($1::bigint[]) as id`,
    [ids],
  );
  await pool.query(
    `insert into cascade.undelivered (event_id, message_id, account_id, sender, at, position, resend)
     select 'evt_' || id, id, id, -1, now(), 1, 'enabled' from unnest($1::bigint[]) as id`,
    [ids],
  );
}

/** As `newEventId`, for the account $1 and a row of messages. */
const key = "lpad(to_hex($1::bigint), 9, '0') || lpad(to_hex(id), 12, '0')";
const keyedId = `'evt_' || regexp_replace(${key} || '000000000',
  '^(.{8})(.{4})(.{3})(.{3})(.{12})$', '\\1-\\2-8\\3-8\\4-\\5')`;

/** A message of one stage. */
export async function addMessage(
  client: Pool | PoolClient,
  accountId: number,
  details: EventDetails = {},
): Promise<number> {
  const { requestId = randomUUID(), comment = null } = details;
  const stage = { ...anyStage, ...details.stage };
  const { rows } = await client.query<{ id: number }>(
    `with message as (
       insert into cascade.messages
         (account_id, request_id, request_id_as_sent, cascade_id, address, comment, fingerprint, reserved)
       values ($1, $2::uuid, $3, 31634, '12025550100', $4, sha256(''), 0) returning id
     ), used as (
       insert into cascade.request_ids (account_id, request_id, message_id) select $1, $2::uuid, id from message
     )
     select id from message`,
    [accountId, requestId.toLowerCase(), requestId, comment],
  );
  const messageId = rows[0]?.id ?? 0;
  await client.query(
    'insert into cascade.message_plans (account_id, message_id, content, stages) values ($1, $2, $3, $4)',
    [accountId, messageId, {}, JSON.stringify([stage])],
  );
  return messageId;
}

/** Changes of the status of a message at its first stage, in the caller's transaction. Any replica may send them. */
export async function addChanges(
  client: PoolClient,
  message: MessageKey,
  changes: readonly Pick<StatusChange, 'status' | 'reason' | 'at'>[],
): Promise<readonly StatusChange[]> {
  const all = changes.map((change) => ({
    ...change,
    eventId: newEventId(message),
    ...message,
    position: 1,
    reported: true,
  }));
  await writeTogether(client, writeEvents(all, () => null).parts);
  return all;
}

export const anyStage: PlannedStage = {
  uuid: '2ede9313-0539-463a-9ec3-898506f4937a',
  channel: 'CHATTWO',
  ttlSeconds: null,
  subjectId: 2,
  subject: 'shop',
  price: 0,
};

/** The status events of an account, in the order of their messages. */
export async function eventsOf(pool: Pool, accountId: number) {
  const { rows } = await pool.query<{
    id: string;
    state: string;
    attempts: number;
    last_result: string | null;
  }>(
    `select event.id, event.state, event.attempts, event.last_result
     from cascade.status_events event join cascade.messages message on message.id = message_id
     where message.account_id = $1 order by message.id`,
    [accountId],
  );
  return rows;
}

/** Resolves when no event of the accounts is pending. */
export async function noEventPending(pool: Pool, ...accountIds: number[]): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `select from cascade.status_events event join cascade.messages message on message.id = message_id
       where message.account_id = any($1) and event.state = 'pending' limit 1`,
      [accountIds],
    );
    if (rowCount === 0) return;
    await setTimeout(10);
  }
}
