import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { IntakeItem } from '../intake/commit-batch.ts';
import { fingerprint } from '../intake/fingerprint.ts';

/** A message that costs 1, with a request id of its own. */
export function intakeItem(accountId: number): IntakeItem {
  const requestId = randomUUID();
  const content = { smsContent: { contentType: 'TEXT', text: requestId } };
  const address = '+12025550100';
  return {
    accountId,
    requestId,
    message: {
      requestIdAsSent: requestId,
      cascadeId: 2002,
      address,
      addressType: 'PHONE',
      kept: {},
      startAt: null,
      fingerprint: fingerprint(address, content),
      cost: 1,
      stages: [],
      content,
    },
  };
}

/** The request ids of the messages of an account. */
export async function storedRequestIds(pool: Pool, accountId: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select request_id as id from cascade.messages where account_id = $1',
    [accountId],
  );
  return rows.map(({ id }) => id);
}
