import type { Pool } from 'pg';
import { newKeyedId } from '../store/message-key.ts';
import { named } from './test-database.ts';

/** An attempt as its row has it. */
export interface StoredAttempt {
  readonly reference?: string;
  /** The hour of the last 24. */
  readonly started?: number;
  readonly state?: 'sending' | 'sent' | 'ended';
  readonly status?: string;
  /** Minutes ago; a day if absent. */
  readonly ended?: number;
}

const begin = Date.now() - 24 * 3_600_000;

/** An hour of the last 24. */
export const hour = (at: number) => new Date(begin + at * 3_600_000);

let lastMessageId = 0;

/** The id of a new attempt, of a message of account 1. */
export async function insertAttempt(pool: Pool, stored: StoredAttempt): Promise<string> {
  const { reference, started = 12, state = 'sent', status = null, ended = 1_440 } = stored;
  lastMessageId += 1;
  const key = { accountId: 1, messageId: lastMessageId };
  const id = newKeyedId(key);
  await pool.query(
    named(`with message as (
       insert into cascade.messages (
         id, account_id, request_id, request_id_as_sent, cascade_id, address, fingerprint, reserved
       )
       overriding system value
       values ($2, $1, $3::uuid, $3::text, 1, '12025550100', sha256('x'), 0)
     )
     insert into cascade.stage_attempts (account_id, message_id, id, position, gateway_reference, started_at, state, status, ended_at)
     values ($1, $2, $3::uuid, 1, $4, $5, $6, $7, case when $6 = 'ended' then now() - $8 * interval '1 minute' end)`),
    [key.accountId, key.messageId, id, reference ?? null, hour(started), state, status, ended],
  );
  return id;
}
