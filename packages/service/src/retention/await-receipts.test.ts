import { stageOf } from '@cascade/transition/testing';
import { beforeEach, expect, test } from 'vitest';
import { newKeyedId } from '../store/message-key.ts';
import { addAccount, insertMessage } from '../testing/rows.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { awaitReceipts } from './await-receipts.ts';

const database = withTestDatabase();
const now = new Date('2026-06-30T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
let accountId: number;

beforeEach(async () => {
  await database.pool.query('truncate cascade.sweeps, cascade.messages, cascade.stage_attempts cascade');
  accountId = await addAccount(database.pool, { balance: 1_000 });
});

interface Stage {
  readonly state?: 'sending' | 'sent' | 'ended';
  /** Days since its begin, and since its last status; if absent, since the message was accepted. */
  readonly began?: number;
  readonly changed?: number;
  readonly ttlSeconds?: number | null;
}

/** A message that was accepted that many days ago, and has one stage. */
async function message(days: number, stage: Stage = {}): Promise<number> {
  const { state = 'sent', began = days, changed = began, ttlSeconds = null } = stage;
  const id = await insertMessage(database.pool, { accountId, plan: [stageOf({ ttlSeconds }), stageOf()] });
  await database.pool.query('update cascade.messages set accepted_at = $2 where id = $1', [
    id,
    daysAgo(days),
  ]);
  await database.pool.query(
    `insert into cascade.stage_attempts (account_id, message_id, position, id, state, started_at, changed_at)
     values ($1, $2, 1, $3, $4, $5, $6)`,
    [accountId, id, newKeyedId({ accountId, messageId: id }), state, daysAgo(began), daysAgo(changed)],
  );
  return id;
}

/** The messages that have a timer, with the days from now until it is due. */
async function timers(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ id: string; days: number }>(
    `select message as id, round(extract(epoch from due_at - written_at) / 86400, 2)::float as days
     from cascade.stage_parcels, unnest(message_ids) as message where queue = 'timer' and position = 1 order by message`,
  );
  return Object.fromEntries(rows.map(({ id, days }) => [id, days]));
}

async function pass(at = now, windowSize = 2): Promise<Record<string, number>> {
  await database.pool.query('truncate cascade.stage_parcels');
  const waiting = await awaitReceipts(database.pool, { now: at, windowSize });
  const written = await timers();
  expect(Object.keys(written)).toHaveLength(waiting);
  return written;
}

test('what waits for a receipt ten days after its acceptance has a timer, window by window', async () => {
  const old = [
    await message(11),
    await message(12),
    await message(12),
    await message(12),
    await message(300),
  ];
  const sentLater = await message(11, { changed: 5 });
  const notSentYet = await message(11, { state: 'sending', began: 3.5, changed: 3.5 });
  await message(9);
  await message(11, { state: 'ended' });
  await message(11, { ttlSeconds: 60 });
  await message(11, { began: 2.9 });
  expect(await pass()).toEqual({
    ...Object.fromEntries(old.map((id) => [id, 0])),
    [sentLater]: 5,
    [notSentYet]: 6.5,
  });
});

test('each message is checked once, and none is left out between two passes', async () => {
  const first = await message(11);
  const next = await message(9.9);
  expect(await pass()).toEqual({ [first]: 0 });
  expect(await pass(new Date(now.getTime() + 60_000))).toEqual({});
  expect(await pass(new Date(now.getTime() + 86_400_000))).toEqual({ [next]: 0 });
});
