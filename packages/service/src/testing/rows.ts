import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { PlannedStage } from '@cascade/transition';
import type { Pool, PoolClient } from 'pg';
import { newEventId, parcelsOfChanges, type StatusChange, writeEvents } from '../callbacks/status-change.ts';
import { callbackRows } from '../due/callback-parcels.ts';
import type { MessageKey } from '../store/message-key.ts';
import { writeTogether } from '../store/prepared.ts';
import { inTransaction } from '../store/transaction.ts';

/** A random secret in the format of the service. */
export function newSecret(): string {
  return `whsec_${Buffer.from(randomUUID()).toString('base64')}`;
}

export interface AccountDetails {
  readonly url?: string;
  readonly subjectId?: number;
  readonly secrets?: readonly string[];
  readonly balance?: number;
}

/** Adds an account, with the balance paid in, and a callback registration; returns its id. */
export async function addAccount(
  pool: Pool,
  { url, subjectId, secrets = [], balance = 0 }: AccountDetails = {},
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `with account as (
       insert into cascade.accounts (name, balance) values ($1, $2) returning id
     ), paid as (
       insert into cascade.ledger (account_id, debit, credit, amount)
       select id, 'external', 'available', $2 from account where $2 > 0
     )
     select id from account`,
    [randomUUID(), balance],
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
export function addMessage(
  client: Pool | PoolClient,
  accountId: number,
  { requestId, comment, stage }: EventDetails = {},
): Promise<number> {
  const plan = [{ ...anyStage, ...stage }];
  return insertMessage(client, {
    accountId,
    plan,
    requestId,
    comment,
    content: {},
    cascadeId: 31634,
    address: '12025550100',
  });
}

/**
 * Changes of the status of a message at its first stage, in the caller's transaction. Any replica may send
 * them.
 */
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
  const parcels = callbackRows.write(parcelsOfChanges(all), () => null);
  await writeTogether(client, [...writeEvents(all), ...parcels]);
  return all;
}

const anyStage: PlannedStage = {
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

export interface TestMessage {
  readonly accountId: number;
  readonly plan: readonly PlannedStage[];
  readonly requestId?: string | undefined;
  readonly cascadeId?: number;
  readonly comment?: string | null | undefined;
  readonly address?: string;
  readonly duplicate?: boolean;
  readonly content?: object;
}

/** What the intake does, for one message and without its checks: accepted, with its money set aside. */
export async function insertMessage(client: Pool | PoolClient, message: TestMessage): Promise<number> {
  const { accountId, plan, requestId = randomUUID(), cascadeId = 1, comment = null } = message;
  const { address = '+12025550199', duplicate = false, content = hello } = message;
  const cost = plan.reduce((sum, { price }) => sum + price, 0);
  const { rows } = await client.query<{ id: number }>(
    `with message as (
       insert into cascade.messages (
         account_id, request_id, request_id_as_sent, cascade_id, address, comment, fingerprint, duplicate, reserved
       )
       values ($1, lower($2)::uuid, $2, $3, $4, $5, $6, $7, $8)
       returning id
     ), used as (
       insert into cascade.request_ids (account_id, request_id, message_id) select $1, lower($2)::uuid, id from message
     ), planned as (
       insert into cascade.message_plans (account_id, message_id, content, stages) select $1, id, $9, $10 from message
     ), booked as (
       insert into cascade.ledger (account_id, message_id, debit, credit, amount)
       select $1, id, 'available', 'reserved', $8 from message where $8 > 0
     ), reserved as (
       update cascade.accounts set reserved = reserved + $8 where id = $1
     )
     select id from message`,
    [
      accountId,
      requestId,
      cascadeId,
      address,
      comment,
      randomBytes(32),
      duplicate,
      cost,
      JSON.stringify(content),
      JSON.stringify(plan),
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no message was inserted');
  return row.id;
}

const hello = {
  smsContent: { contentType: 'TEXT', text: 'Hello' },
  chatoneContent: { contentType: 'TEXT', text: 'Hello' },
  chattwoContent: { contentType: 'TEXT', text: 'Hello' },
};

/** The times of the tables that a step of the database's clock makes wrong. */
const stored = {
  'cascade.messages': ['accepted_at'],
  'cascade.status_events': ['first_due_at'],
  'cascade.callback_parcels': ['written_at'],
  'cascade.stage_parcels': ['written_at', 'due_at'],
  'cascade.waiting': ['due_at', 'written_at', 'give_up_at'],
  'cascade.waiting_lanes': ['next_at'],
};

/** SQL: a column with an interval added. In local time of UTC: see refused-forms.test.ts. */
export const later = (column: string, interval: string) =>
  `(${column} at time zone 'UTC' + ${interval}) at time zone 'UTC'`;

/**
 * As if the database's clock had just been set back (or forward, if negative): everything was stored so much
 * later.
 */
export async function setDatabaseBack(pool: Pool, seconds: number): Promise<void> {
  for (const [table, columns] of Object.entries(stored)) {
    const moved = columns.map((column) => `${column} = ${later(column, "$1 * interval '1 second'")}`);
    await pool.query(`update ${table} set ${moved.join(', ')}`, [seconds]);
  }
}
