import { startReceiver } from '@cascade/test-kit';
import { closedAfterTest } from '@cascade/test-kit/vitest';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startCallbacks } from '../callbacks/start-callbacks.ts';
import { newEventId } from '../callbacks/status-change.ts';
import { silent } from '../log.ts';
import { migrate } from '../store/migrate.ts';
import { loneReplica } from '../testing/alone.ts';
import { addAccount, addMessage, eventsOf } from '../testing/callback-accounts.ts';
import { stageOf } from '../testing/cascade-of.ts';
import { insertAccount, insertMessage } from '../testing/make-message.ts';
import { migrateUpTo } from '../testing/migrate-up-to.ts';
import { addOlderJob, createOlderJobs } from '../testing/older-jobs.ts';
import { withTestDatabase } from '../testing/test-database.ts';

const database = withTestDatabase();
const queue = 'cascade-callback';

test('what the version before left in its queue, and what it parked, is sent once', async () => {
  const { pool } = database;
  await pool.query('drop schema if exists cascade cascade');
  await migrateUpTo(pool, 33);
  await createOlderJobs(pool);
  const receiver = await closedAfterTest(startReceiver());
  const account = await addAccount(pool, { url: receiver.url });
  const add = async (turn = 0, state = 'pending') => {
    const message = { accountId: account, messageId: await addMessage(pool, account) };
    const id = newEventId(message);
    await pool.query(
      `insert into cascade.status_events (id, account_id, message_id, position, status, at, turn, state)
       values ($1, $2, $3, 1, 'SENT', now(), $4, $5)`,
      [id, account, message.messageId, turn, state],
    );
    return id;
  };
  const [fresh, delivered, underWay, retried, older, parked, again] = [
    await add(),
    await add(1, 'delivered'),
    await add(),
    await add(1),
    await add(2),
    await add(3),
    await add(1),
  ];
  await addOlderJob(pool, queue, { eventIds: [underWay, delivered], isFirst: true }, { state: 'active' });
  await addOlderJob(pool, queue, { eventIds: [fresh], isFirst: true });
  // The event has gone on from the turn of the first of these.
  await addOlderJob(pool, queue, { eventIds: [again], turns: [0] });
  await addOlderJob(pool, queue, { eventIds: [retried, again], turns: [1, 1] }, { inSeconds: 3_600 });
  await addOlderJob(pool, queue, { eventIds: [older] }, { inSeconds: 3_600 });
  await pool.query(
    `insert into cascade.parked_callbacks (account_id, event_id, turn, url, due_at)
     values ($1, $2, 3, $3, now() + interval '6 hours')`,
    [account, parked, receiver.url],
  );

  await migrate(pool);

  const callbacks = startCallbacks({ pool, replica: loneReplica(), log: silent, allowLoopback: true });
  onTestFinished(() => callbacks.stop());
  await vi.waitFor(
    async () => {
      const states = (await eventsOf(pool, account)).map(({ state }) => state);
      expect(new Set(states)).toEqual(new Set(['delivered']));
      expect(
        (await pool.query('select from cascade.due union all select from cascade.waiting')).rowCount,
      ).toBe(0);
    },
    { timeout: 30_000, interval: 20 },
  );
  const sent = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(sent.toSorted()).toEqual([fresh, underWay, retried, older, parked, again].toSorted());
}, 60_000);

test('stages and timers of the version before are due when they were', async () => {
  const { pool } = database;
  await pool.query('drop schema if exists cascade cascade');
  await migrateUpTo(pool, 36);
  await createOlderJobs(pool);
  const [mine, yours] = [await insertAccount(pool, 100), await insertAccount(pool, 100)];
  const plan = [stageOf()];
  const [first, second, third] = [
    await insertMessage(pool, { accountId: mine, plan }),
    await insertMessage(pool, { accountId: yours, plan }),
    await insertMessage(pool, { accountId: mine, plan }),
  ];
  const [accountIds, deleted] = [[mine, yours, mine], 999_999];
  await addOlderJob(pool, 'cascade-stage', { messageIds: [first, second, third], accountIds, position: 1 });
  const underWay = { messageIds: [first], accountIds: [mine], position: 1, isHeavy: true };
  await addOlderJob(pool, 'cascade-stage', underWay, { state: 'active', tries: 40 });
  await addOlderJob(
    pool,
    'cascade-timer',
    { messageIds: [second, deleted], position: 2 },
    { inSeconds: 600 },
  );
  await addOlderJob(pool, 'cascade-stage', underWay, { state: 'completed' });

  await migrate(pool);

  const { rows } = await pool.query(
    `select kind, account_id as account, event_ids as messages, position, tries, is_heavy as heavy,
       round(extract(epoch from due_at - now()) / 60)::integer as minutes
     from cascade.due where owner is null order by kind, tries, account_id`,
  );
  const one = { kind: 2, position: 1, tries: 0, heavy: false, minutes: 0 };
  expect(rows).toEqual([
    { ...one, account: mine, messages: [`${first}`, `${third}`] },
    { ...one, account: yours, messages: [`${second}`] },
    { ...one, account: mine, messages: [`${first}`], tries: 30, heavy: true },
    { ...one, kind: 3, account: yours, messages: [`${second}`], position: 2, minutes: 10 },
  ]);
});
