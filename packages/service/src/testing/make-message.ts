import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { PlannedStage } from '../accounts/directory/account.ts';

export interface TestMessage {
  readonly accountId: number;
  readonly plan: readonly PlannedStage[];
  readonly address?: string;
  readonly duplicate?: boolean;
  readonly content?: object;
}

/** What the intake does, for one message and without its checks: accepted, with its money set aside. */
export async function insertMessage(client: Pool | PoolClient, message: TestMessage): Promise<number> {
  const { accountId, plan, address = '+12025550199', duplicate = false, content = hello } = message;
  const cost = plan.reduce((sum, { price }) => sum + price, 0);
  const { rows } = await client.query<{ id: number }>(
    `with message as (
       insert into cascade.messages (
         account_id, request_id, request_id_as_sent, cascade_id, address, fingerprint, duplicate, reserved
       )
       values ($1, $2::uuid, $2::uuid::text, 1, $3, $4, $5, $6)
       returning id
     ), used as (
       insert into cascade.request_ids (account_id, request_id, message_id) select $1, $2::uuid, id from message
     ), planned as (
       insert into cascade.message_plans (account_id, message_id, content, stages) select $1, id, $7, $8 from message
     ), booked as (
       insert into cascade.ledger (account_id, message_id, debit, credit, amount)
       select $1, id, 'available', 'reserved', $6 from message where $6 > 0
     ), reserved as (
       update cascade.accounts set reserved = reserved + $6 where id = $1
     )
     select id from message`,
    [
      accountId,
      randomUUID(),
      address,
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

/** An account with that balance, paid in. */
export async function insertAccount(pool: Pool, balance: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `with account as (
       insert into cascade.accounts (name, balance) values ($1, $2) returning id
     ), paid as (
       insert into cascade.ledger (account_id, debit, credit, amount)
       select id, 'external', 'available', $2 from account
     )
     select id from account`,
    [randomUUID(), balance],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no account was inserted');
  return row.id;
}
