import { readFileSync } from 'node:fs';
import { stageOf } from '@cascade/transition/testing';
import { expect, test } from 'vitest';
import { addAccount, insertMessage } from '../src/testing/rows.ts';
import { withTestDatabase } from '../src/testing/test-database.ts';

const database = withTestDatabase();

test('the statement of TTL.md shows how late the messages of a channel were delivered', async () => {
  const { pool } = database;
  const page = readFileSync(new URL('../operate/TTL.md', import.meta.url), 'utf8');
  const [, statement = ''] = /```sql\n([\s\S]*?)```/.exec(page) ?? [];
  const accountId = await addAccount(pool, { balance: 100 });
  const deliveries = [
    ['SMS', 'DELIVERED', 4],
    ['SMS', 'DELIVERED', 4],
    ['SMS', 'UNDELIVERED', 90],
    ['CHATONE', 'DELIVERED', 50],
  ] as const;
  for (const [channel, status, seconds] of deliveries) {
    const messageId = await insertMessage(pool, { accountId, plan: [stageOf({ channel })] });
    await pool.query(
      `insert into cascade.stage_attempts
         (account_id, message_id, position, id, state, status, started_at, changed_at)
       values ($1, $2, 1, gen_random_uuid(), 'ended', $3, now(), now() + $4 * interval '1 second')`,
      [accountId, messageId, status, seconds],
    );
  }
  expect((await pool.query(statement)).rows).toEqual([{ seconds: [4, 4, 4, 4, 4, 4] }]);
});
