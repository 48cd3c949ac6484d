import { beforeEach, expect, test } from 'vitest';
import { newKeyedId } from '../store/message-key.ts';
import { addAccount, insertMessage } from '../testing/rows.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { stageOf } from '../testing/values.ts';
import { endUnreported } from './end-unreported.ts';

const database = withTestDatabase();
const now = new Date('2026-06-30T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
let accountId: number;

beforeEach(async () => {
  await database.pool.query('truncate cascade.sweeps, cascade.messages, cascade.stage_attempts cascade');
  accountId = await addAccount(database.pool, { balance: 1_000 });
});

/** A message that was accepted, and whose stage is in that state for some days. */
async function message(
  days: number,
  state: 'sending' | 'sent' | 'ended' = 'sent',
  since = days,
): Promise<number> {
  const id = await insertMessage(database.pool, { accountId, plan: [stageOf()] });
  await database.pool.query('update cascade.messages set accepted_at = $2 where id = $1', [
    id,
    daysAgo(days),
  ]);
  await database.pool.query(
    `insert into cascade.stage_attempts (account_id, message_id, position, id, state, started_at, changed_at)
     values ($1, $2, 1, $3, $4, $5, $5)`,
    [accountId, id, newKeyedId({ accountId, messageId: id }), state, daysAgo(since)],
  );
  return id;
}

async function ended(at = now, windowSize = 2): Promise<number[]> {
  const ids: number[] = [];
  const end = async ({ messageId }: { readonly messageId: number }) => void ids.push(messageId);
  expect(await endUnreported(database.pool, { now: at, end, windowSize })).toBe(ids.length);
  return ids.sort((a, b) => a - b);
}

test('messages that were sent more than ten days ago end, window by window', async () => {
  const old = [await message(11), await message(12), await message(12), await message(12), await message(30)];
  await message(9);
  await message(11, 'ended');
  await message(11, 'sending');
  await message(11, 'sent', 5);
  expect(await ended()).toEqual(old);
});

test('each message is checked once, and none is left out between two passes', async () => {
  const first = await message(11);
  const next = await message(9.9);
  expect(await ended()).toEqual([first]);
  expect(await ended(new Date(now.getTime() + 60_000))).toEqual([]);
  expect(await ended(new Date(now.getTime() + 86_400_000))).toEqual([next]);
});
