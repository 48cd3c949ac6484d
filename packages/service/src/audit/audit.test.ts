import { randomUUID } from 'node:crypto';
import { stageOf } from '@cascade/transition/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { stageParcels, stageRows } from '../due/stage-parcels.ts';
import { newKeyedId } from '../store/message-key.ts';
import { writeTogether } from '../store/prepared.ts';
import { aCascade } from '../testing/declare.ts';
import { scheduling, send } from '../testing/requests.ts';
import { addAccount, insertMessage } from '../testing/rows.ts';
import { anAccount, startTestService } from '../testing/start-test-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { auditBooks } from './audit-books.ts';
import { auditMessages, remember } from './audit-messages.ts';

const database = withTestDatabase();

interface Stage {
  readonly ttlSeconds?: number | null;
  readonly state?: 'sending' | 'sent' | 'ended';
  /** Days since the message was accepted, and since its stage began. */
  readonly accepted?: number;
  readonly began?: number;
}

/** A message under way that nothing will move on, at the first of two stages. */
async function forgottenMessage({ ttlSeconds = null, state, accepted = 0, began = accepted }: Stage = {}) {
  const accountId = await addAccount(database.pool, { balance: 10 });
  const plan = [stageOf({ ttlSeconds, price: 1 }), stageOf({ price: 1 })];
  const messageId = await insertMessage(database.pool, { accountId, plan });
  await database.pool.query(
    "update cascade.messages set accepted_at = now() - $2 * interval '1 day' where id = $1",
    [messageId, accepted],
  );
  if (state !== undefined)
    await database.pool.query(
      `insert into cascade.stage_attempts (account_id, message_id, position, id, state, started_at)
       values ($1, $2, 1, $3, $4, now() - $5 * interval '1 day')`,
      [accountId, messageId, newKeyedId({ accountId, messageId }), state, began],
    );
  return { accountId, messageId };
}

test.each<[string, Stage, readonly string[]]>([
  ['its first stage', {}, ['stage 1']],
  ['the next stage', { state: 'ended' }, ['stage 2']],
  ['an attempt that was not sent', { state: 'sending' }, ['stage 1']],
  [
    'an attempt that was not sent, and the timer',
    { state: 'sending', ttlSeconds: 60 },
    ['stage 1', 'timer 1'],
  ],
  ['the timer of its TTL', { state: 'sent', ttlSeconds: 60 }, ['timer 1']],
  ['the timer of a receipt', { state: 'sent', accepted: 12 }, ['timer 1']],
  ['the timer of a late stage', { state: 'sent', accepted: 9, began: 0 }, ['timer 1']],
  ['nothing: a receipt may come', { state: 'sent', accepted: 9 }, []],
])('a message that misses %s is found, and repaired', async (_, stage, missing) => {
  const message = await forgottenMessage(stage);
  const { forgotten } = await auditMessages(database.pool, { windowSize: 1 });
  const own = forgotten.filter(({ messageId }) => messageId === message.messageId);
  expect(own.map(({ queue, position }) => `${queue} ${position}`).toSorted()).toEqual(missing);
  await remember(database.pool, forgotten);
  expect((await auditMessages(database.pool)).forgotten).toEqual([]);
});

test('a start time is kept by the repair, and a TTL', async () => {
  const scheduled = await forgottenMessage();
  const startAt = new Date(Date.now() + 3_600_000);
  await database.pool.query('update cascade.messages set start_at = $2 where id = $1', [
    scheduled.messageId,
    startAt,
  ]);
  const sent = await forgottenMessage({ state: 'sent', ttlSeconds: 86_400, began: 0.5 });
  const { forgotten } = await auditMessages(database.pool);
  await remember(database.pool, forgotten);
  const { rows } = await database.pool.query(
    'select message_ids[1] as id, due_at from cascade.stage_parcels where message_ids && $1::bigint[] order by queue',
    [[scheduled, sent].map(({ messageId }) => String(messageId))],
  );
  expect(rows).toMatchObject([{ id: scheduled.messageId, due_at: startAt }, { id: sent.messageId }]);
  expect(Math.round((rows[1].due_at.getTime() - Date.now()) / 3_600_000)).toBe(12);
});

test('work that is due for another stage, kind or message does not count', async () => {
  const message = await forgottenMessage();
  const other = { ...message, isHeavy: false, delaySeconds: 0 };
  const parcels = stageParcels([
    { ...other, queue: 'stage', position: 2 },
    { ...other, queue: 'timer', position: 1 },
    { ...other, queue: 'stage', position: 1, messageId: message.messageId + 1 },
    { ...other, queue: 'stage', position: 1, accountId: message.accountId + 1 },
  ]);
  await writeTogether(
    database.pool,
    stageRows.write(parcels, () => null),
  );
  expect((await auditMessages(database.pool)).forgotten).toMatchObject([
    { ...message, queue: 'stage', position: 1 },
  ]);
  await remember(database.pool, (await auditMessages(database.pool)).forgotten);
});

test('an ended message that reserves money is found, and books that do not add up', async () => {
  const message = await forgottenMessage();
  await database.pool.query("update cascade.messages set state = 'ended', ended_at = now() where id = $1", [
    message.messageId,
  ]);
  expect((await auditMessages(database.pool)).unreleased).toEqual([message]);
  const ofAccount = async () => (await auditBooks(database.pool)).map(({ account: _, ...money }) => money);
  const before = await ofAccount();
  await database.pool.query('update cascade.messages set reserved = 1 where id = $1', [message.messageId]);
  await database.pool.query('update cascade.accounts set balance = balance + 3 where id = $1', [
    message.accountId,
  ]);
  expect(await ofAccount()).toEqual([
    ...before,
    { available: 11, reserved: 2, ledgerAvailable: 8, ledgerReserved: 2, messagesReserved: 1 },
  ]);
  await database.pool.query('delete from cascade.messages where id = $1', [message.messageId]);
});

test('at no moment of a running service is anything missing', async () => {
  await database.pool.query(
    'truncate cascade.messages, cascade.message_plans, cascade.stage_attempts, cascade.stage_parcels, cascade.ledger',
  );
  await database.pool.query('update cascade.accounts set balance = 0, reserved = 0');
  const account = anAccount('busy', {
    balance: 100_000,
    cascades: [aCascade(3, ['SMS', 'SMS'])],
  });
  const service = await startTestService({ database: database.connectionString, accounts: [account] });
  onTestFinished(() => service.close());
  let isSending = true;
  const sending = Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let n = 0; n < 25; n += 1) {
        const startTime = new Date(Date.now() + 1_000 * (n % 3)).toISOString().replace(/\.\d+Z/, 'Z');
        await send(
          service.url,
          scheduling({ cascadeId: 3, requestId: randomUUID(), ...(n % 2 && { startTime }) }, 'busy-key'),
        );
      }
    }),
  ).finally(() => {
    isSending = false;
  });
  let audits = 0;
  for (; isSending || audits < 20; audits += 1) {
    const { forgotten, unreleased } = await auditMessages(database.pool);
    expect({ forgotten, unreleased, books: await auditBooks(database.pool) }).toEqual({
      forgotten: [],
      unreleased: [],
      books: [],
    });
  }
  await sending;
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query('select count(*)::int as n from cascade.messages');
      expect(rows).toEqual([{ n: 200 }]);
    },
    { timeout: 20_000 },
  );
});
