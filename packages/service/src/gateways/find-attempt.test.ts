import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withTestDatabase } from '../testing/test-database.ts';
import { findAttempt } from './find-attempt.ts';

const database = withTestDatabase();

async function insertAttempt(reference: string, startedAt: string): Promise<string> {
  const id = randomUUID();
  await database.pool.query(
    `with message as (
       insert into cascade.messages (account_id, request_id, request_id_as_sent, cascade_id, address, fingerprint, reserved)
       values (1, $1::uuid, $1::text, 1, '12025550100', sha256('x'), 0)
       returning id
     )
     insert into cascade.stage_attempts (account_id, id, message_id, position, gateway_reference, started_at)
     select 1, $1::uuid, id, 1, $2, $3::timestamptz from message`,
    [id, reference, startedAt],
  );
  return id;
}

test('finds the latest attempt of an SMPP reference, and no other', async () => {
  const youngest = await insertAttempt('smpp:SMS:1', '2026-11-21T12:00:00Z');
  await insertAttempt('smpp:SMS:1', '2026-11-20T12:00:00Z');
  await insertAttempt('smpp:CHATONE:1', '2026-11-21T13:00:00Z');
  await insertAttempt('1', '2026-11-21T13:00:00Z');
  expect(await findAttempt(database.pool, 'smpp:SMS:1')).toBe(youngest);
  expect(await findAttempt(database.pool, 'smpp:SMS:2')).toBeUndefined();
  expect(await findAttempt(database.pool, '1')).toBeUndefined();
});

test('does so by the index', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query(
      `explain select id from cascade.stage_attempts
       where gateway_reference = 'smpp:SMS:1' and gateway_reference like 'smpp:%'`,
    );
    expect(JSON.stringify(rows)).toContain('stage_attempts_gateway_reference_idx');
  } finally {
    client.release(true);
  }
});
