import type { Pool } from 'pg';
import { findAccountId } from '../accounts/find-account-id.ts';
import { requestKey } from '../history/filter.ts';
import { findMessageId } from '../history/find-message-id.ts';

/** A message without content, address and comment. */
export interface MessageFacts {
  /** As the consumer sent it. */
  readonly requestId: string;
  readonly cascadeId: number;
  readonly state: string;
  readonly acceptedAt: Date;
  readonly startAt: Date | null;
  readonly endedAt: Date | null;
  readonly reserved: number;
  readonly duplicate: boolean;
}

export interface StageAttempt {
  readonly position: number;
  readonly state: string;
  readonly status: string | null;
  readonly reason: string | null;
  readonly reference: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

export interface StatusEventRow {
  readonly at: Date;
  readonly position: number | null;
  readonly status: string;
  readonly reason: string | null;
  /** The state of its callback. */
  readonly callback: string;
  readonly attempts: number;
  readonly lastResult: string | null;
}

/** A message with its stage attempts and status events. */
export interface MessageTrace extends MessageFacts {
  readonly attempts: readonly StageAttempt[];
  readonly events: readonly StatusEventRow[];
}

const facts = `
request_id_as_sent as "requestId", cascade_id as "cascadeId", state, accepted_at as "acceptedAt",
start_at as "startAt", ended_at as "endedAt", reserved, duplicate`;

/**
 * The latest messages of an account.
 * @throws {UnknownAccountError}
 */
export async function listMessages(
  pool: Pool,
  account: string,
  limit: number,
): Promise<readonly MessageFacts[]> {
  const { rows } = await pool.query<MessageFacts>(
    `select ${facts} from cascade.messages where account_id = $1 order by accepted_at desc, id desc limit $2`,
    [await findAccountId(pool, account), limit],
  );
  return rows;
}

/**
 * The message of a request id, which is compared without letter case.
 * @throws {UnknownAccountError}
 */
export async function findMessage(
  pool: Pool,
  account: string,
  requestId: string,
): Promise<MessageTrace | undefined> {
  const accountId = await findAccountId(pool, account);
  const id = await findMessageId(pool, accountId, requestKey(requestId));
  const { rows } = await pool.query<MessageFacts>(`select ${facts} from cascade.messages where id = $1`, [
    id,
  ]);
  const [message] = rows;
  if (message === undefined) return undefined;
  const { rows: attempts } = await pool.query<StageAttempt>(
    `select position, state, status, reason, gateway_reference as reference,
       started_at as "startedAt", ended_at as "endedAt"
     from cascade.stage_attempts where message_id = $1 order by position`,
    [id],
  );
  const { rows: events } = await pool.query<StatusEventRow>(
    `select at, position, status, reason, state as callback, attempts, last_result as "lastResult"
     from cascade.status_events where message_id = $1 order by at, id`,
    [id],
  );
  return { ...message, attempts, events };
}
