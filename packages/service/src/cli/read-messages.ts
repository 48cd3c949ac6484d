import type { Pool } from 'pg';
import { findAccountId } from '../accounts/find-account-id.ts';

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
    // With the condition of the index by time.
    `select ${facts} from cascade.messages where account_id = $1 and id > 0 order by accepted_at desc, id desc limit $2`,
    [await findAccountId(pool, account), limit],
  );
  return rows;
}
