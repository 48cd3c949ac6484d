import { keysOfEvents } from '../store/find-message-keys.ts';
import type { MessageKey } from '../store/message-key.ts';
import { findMessages } from '../story/find-messages.ts';
import type { Owns } from './with-store.ts';

/** The shard that has the account. */
export function ofAccount(name: string): Owns {
  return async (pool) => {
    const { rows } = await pool.query('select from cascade.accounts where name = $1', [name]);
    return rows.length > 0;
  };
}

/** The shard that has the registration of a callback URL. */
export function ofRegistration(id: number): Owns {
  return async (pool) => {
    const { rows } = await pool.query('select from cascade.callbacks where id = $1', [id]);
    return rows.length > 0;
  };
}

/** The shard that has the message with a message id or request id. */
export function ofMessage(id: string, account: string | undefined): Owns {
  return async (pool) => (await findMessages(pool, id, account)).length > 0;
}

/** The shard that has the status event. */
export function ofEvent(id: string): Owns {
  return async (pool) => {
    const keys: ReadonlyMap<string, MessageKey> = await keysOfEvents(pool, [id]);
    return keys.size > 0;
  };
}
