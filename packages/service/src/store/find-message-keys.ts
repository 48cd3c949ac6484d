import type { ClientBase, Pool } from 'pg';
import { keyOfId, type MessageKey } from './message-key.ts';
import { prepared } from './prepared.ts';
import { t } from './tables.ts';

/**
 * The messages of status events (`evt_…`), by their ids. Only ids from before migration 24 are looked up; those of events
 * that are deleted are left out.
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
