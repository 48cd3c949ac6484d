import { randomFillSync } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { prepared } from './prepared.ts';
import { t } from './tables.ts';

/** What finds a message: its account, by which the tables may be spread over databases, and its id. */
export interface MessageKey {
  readonly accountId: number;
  readonly messageId: number;
}

/** A key for maps: two accounts may never share an entry, whatever ids a gateway names. */
export function keyText({ accountId, messageId }: MessageKey): string {
  return `${accountId} ${messageId}`;
}

/**
 * A new id of something that belongs to a message, which names the message: a UUID of version 8 (RFC 9562)
 * with account, message and 38 random bits. So a receipt or a job that has the id leads to one place without
 * an index of all ids.
 * @throws {RangeError} if a number does not fit.
 */
export function newKeyedId({ accountId, messageId }: MessageKey): string {
  const key = hex(accountId, accountDigits) + hex(messageId, messageDigits);
  const random = randomDigits();
  const variant = ((Number.parseInt(random.slice(0, 1), 16) & 0b0011) | 0b1000).toString(16);
  return `${key.slice(0, 8)}-${key.slice(8, 12)}-8${key.slice(12, 15)}-${variant}${key.slice(15, 18)}-${key.slice(18)}${random.slice(1)}`;
}

/** The message that an id names; undefined for every other id. The message need not exist. */
export function keyOfId(id: string): MessageKey | undefined {
  const parts = pattern.exec(id);
  if (parts === null) return undefined;
  const key = parts.slice(1).join('');
  return {
    accountId: Number.parseInt(key.slice(0, accountDigits), 16),
    messageId: Number.parseInt(key.slice(accountDigits), 16),
  };
}

/**
 * Accounts are applied again and again, and each time use up ids; messages use up 4,096 a second and replica.
 */
const accountDigits = 9;
const messageDigits = 12;
const pattern = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-[89ab]([0-9a-f]{3})-([0-9a-f]{3})[0-9a-f]{9}$/;

function hex(id: number, digits: number): string {
  const text = id.toString(16).padStart(digits, '0');
  if (!Number.isSafeInteger(id) || id < 0 || text.length > digits)
    throw new RangeError(`the number ${id} does not fit into ${digits} hexadecimal digits of an id`);
  return text;
}

const random = Buffer.alloc(5 * 1024);
let used = random.length;

function randomDigits(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += 5;
  return random.toString('hex', used - 5, used);
}

/**
 * The messages of status events (`evt_…`), by their ids. Only ids from before migration 24 are looked up;
 * those of events that are deleted are left out.
 */
export function keysOfEvents(client: ClientBase | Pool, ids: readonly string[]): Promise<MessageKeys> {
  return findMessageKeys(client, ids, (id) => keyOfId(id.replace(/^evt_/, '')), olderEvents);
}

/** The same for attempts. Ids of another form are left out. */
export function keysOfAttempts(client: ClientBase | Pool, ids: readonly string[]): Promise<MessageKeys> {
  return findMessageKeys(
    client,
    ids.filter((id) => uuid.test(id)),
    keyOfId,
    olderAttempts,
  );
}

export type MessageKeys = ReadonlyMap<string, MessageKey>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function findMessageKeys(
  client: ClientBase | Pool,
  ids: readonly string[],
  keyOf: (id: string) => MessageKey | undefined,
  older: typeof olderEvents,
): Promise<MessageKeys> {
  const keys = new Map<string, MessageKey>();
  const unknown: string[] = [];
  for (const id of ids) {
    const key = keyOf(id);
    if (key === undefined) unknown.push(id);
    else keys.set(id, key);
  }
  if (unknown.length === 0) return keys;
  const { rows } = await client.query<MessageKey & { id: string }>(older([unknown]));
  for (const { id, accountId, messageId } of rows) keys.set(id, { accountId, messageId });
  return keys;
}

const olderEvents = prepared`
select id, account_id as "accountId", message_id as "messageId"
from ${t.status_events} where id = any($1::text[]) and substr(id, 19, 1) <> '8'
`;

const olderAttempts = prepared`
select id, account_id as "accountId", message_id as "messageId"
from ${t.stage_attempts} where id = any($1::uuid[]) and substr(id::text, 15, 1) <> '8'
`;
